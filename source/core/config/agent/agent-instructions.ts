import {z} from 'zod';
import {isJsonObject} from '../../../domain/json.ts';
import {type Complaint, malformed, missing} from '../complaint.ts';
import {expandValues} from '../expand-values.ts';
import type {Sources} from '../expand-variables.ts';
import {readObject} from '../read-object.ts';
import {badInstructions} from './bad-instructions.ts';
import {findBesideAgent} from './beside-agent.ts';
import {describeUnreadable} from './describe-unreadable.ts';

export type ReadText = (path: string) => Promise<string>;

export type InstructionsRead = {
	/** Undefined when there are complaints. */
	readonly text: string | undefined;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

const schema = z.object({
	inline: z.string().optional(),
	file: z.string().min(1, 'must not be empty').optional(),
});

const refuse = (complaints: readonly Complaint[], warnings: readonly Complaint[] = []): InstructionsRead => ({
	text: undefined,
	complaints,
	warnings,
});

/** Reads `instructions`: a text, `{inline: text}` or `{file: path in the folder of the agent}`. */
export const readAgentInstructions = async (
	written: unknown,
	agentFile: string,
	sources: Sources,
	readText: ReadText,
): Promise<InstructionsRead> => {
	if (typeof written === 'string') {
		const bad = badInstructions(written);
		return bad === undefined ? {text: written, complaints: [], warnings: []} : refuse([malformed([], bad)]);
	}
	if (!isJsonObject(written)) {
		return refuse([malformed([], 'expected a text, or an object with inline or file')]);
	}
	const {value, complaints, warnings} = readObject(written, schema);
	if (value === undefined) {
		return refuse(complaints, warnings);
	}
	const {inline, file} = value;
	if (inline !== undefined && file !== undefined) {
		return refuse([malformed(['file'], 'cannot be combined with inline; keep one of them')], warnings);
	}
	if (inline !== undefined) {
		const bad = badInstructions(inline);
		return bad === undefined
			? {text: inline, complaints: [], warnings}
			: refuse([malformed(['inline'], bad)], warnings);
	}
	if (file === undefined) {
		return refuse([malformed([], 'needs inline or file')], warnings);
	}
	const expanded = expandValues(file, sources, {isForeign: true});
	if (expanded.complaints.length > 0) {
		return refuse(
			expanded.complaints.map(complaint => ({...complaint, path: ['file']})),
			warnings,
		);
	}
	const found = findBesideAgent(String(expanded.value), agentFile);
	if (found.type === 'outside') {
		return refuse([malformed(['file'], found.message)], warnings);
	}
	const {path} = found;
	try {
		const text = await readText(path);
		const bad = badInstructions(text);
		return bad === undefined
			? {text, complaints: [], warnings}
			: refuse([malformed(['file'], `${path} ${bad}`)], warnings);
	} catch (error) {
		return refuse([missing(['file'], describeUnreadable(path, error))], warnings);
	}
};
