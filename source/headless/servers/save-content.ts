import {describeError, type Failure} from '../../domain/failure.ts';
import type {ToolContent} from '../../domain/tool.ts';
import {bytesOf} from './show-content.ts';

/** Writes bytes to a file of the user's choice. Rejects if that fails. */
type SaveFile = (path: string, bytes: Buffer) => Promise<void>;

export type OutputFile = {readonly path: string; readonly save: SaveFile};

/** Writes what a result holds to a file: its bytes, or its text. Resolves with what went wrong. */
export const saveContent = async (
	content: readonly ToolContent[],
	text: string,
	{path, save}: OutputFile,
): Promise<Failure | undefined> => {
	const pieces = content.flatMap(piece => bytesOf(piece) ?? []);
	if (pieces.length > 1) {
		return {
			code: 'bad-input',
			message: `The result holds ${pieces.length} files, and --output names one.`,
			hint: 'Use --json to get all of them.',
		};
	}
	const [piece] = pieces;
	const bytes = piece === undefined ? Buffer.from(text, 'utf8') : Buffer.from(piece, 'base64');
	try {
		await save(path, bytes);
		return undefined;
	} catch (error) {
		return {
			code: 'cannot-write',
			message: `Cannot write ${path}: ${describeError(error)}`,
			hint: 'Choose another file with --output.',
		};
	}
};
