import {type ChildProcess, spawn} from 'node:child_process';
import {constants} from 'node:fs';
import {access, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {delimiter, join} from 'node:path';
import {describeError} from '../../domain/failure.ts';
import type {EditedText} from '../window-host.ts';
import {chooseEditor} from './editor-command.ts';

type Env = Readonly<Record<string, string | undefined>>;

type TextEditor = {
	/** Runs the user's editor on the text. */
	readonly edit: (text: string, ending: string) => Promise<EditedText>;
	readonly isOpen: () => boolean;
	/** Ends the editor, because the program ends. */
	readonly close: () => Promise<void>;
};

type EditorDeps = {
	readonly env: Env;
	readonly platform: string;
	/** Where files that are needed for a moment go. */
	readonly temporary: string;
	/** Calls back while the terminal belongs to somebody else. */
	readonly withTerminal: <Result>(run: () => Promise<Result>) => Promise<Result>;
};

const isOnPath = async (program: string, env: Env): Promise<boolean> => {
	const names = process.platform === 'win32' ? [program, `${program}.exe`] : [program];
	const files = (env.PATH ?? '')
		.split(delimiter)
		.filter(folder => folder !== '')
		.flatMap(folder => names.map(name => join(folder, name)));
	const found = await Promise.all(
		files.map(file =>
			access(file, constants.X_OK).then(
				() => true,
				() => false,
			),
		),
	);
	return found.includes(true);
};

/** Why the text stays as it is; undefined when the editor is content. */
const outcome = (child: ChildProcess, name: string): Promise<string | undefined> =>
	new Promise(resolve => {
		child.once('error', error => {
			resolve(
				`${name} could not be started: ${describeError(error)}. Set EDITOR to the editor that you use.`,
			);
		});
		child.once('exit', (code, signal) => {
			const how = signal === null ? `with code ${code}` : `by ${signal}`;
			resolve(code === 0 ? undefined : `${name} ended ${how}; the text is as it was.`);
		});
	});

/** Editors end a file with a line break that nobody typed. */
const withoutAddedBreak = (after: string, before: string): string => {
	const text = after.replaceAll('\r\n', '\n');
	return before.endsWith('\n') ? text : text.replace(/\n$/, '');
};

export const createTextEditor = ({env, platform, temporary, withTerminal}: EditorDeps): TextEditor => {
	let isOpen = false;
	let isClosed = false;
	let child: ChildProcess | undefined;
	let folder: string | undefined;

	const clean = async (): Promise<void> => {
		if (folder !== undefined) {
			await rm(folder, {recursive: true, force: true});
		}
	};
	const runEditor = async (file: string, args: readonly string[], text: string, ending: string) => {
		// Ours alone: such a folder is made with 0700.
		folder = await mkdtemp(join(temporary, 'mcp-tui-'));
		const path = join(folder, `text${ending}`);
		await writeFile(path, text, {mode: 0o600, flag: 'wx'});
		if (isClosed) {
			return {type: 'unchanged'} as const;
		}
		child = spawn(file, [...args, path], {stdio: 'inherit'});
		const why = await outcome(child, file);
		if (why !== undefined) {
			return {type: 'unchanged', why} as const;
		}
		const edited = withoutAddedBreak(await readFile(path, 'utf8'), text);
		return edited === text
			? ({type: 'unchanged', why: 'Nothing was changed in the editor.'} as const)
			: ({type: 'edited', text: edited} as const);
	};
	const run = async (text: string, ending: string): Promise<EditedText> => {
		const editor = await chooseEditor(env, platform, program => isOnPath(program, env));
		if (editor.type === 'none') {
			return {type: 'unchanged', why: editor.why};
		}
		// All of it, so that nothing can be typed between the return and the text that comes back.
		return withTerminal(async () => {
			try {
				return await runEditor(editor.file, editor.args, text, ending);
			} finally {
				await clean().catch(() => undefined);
			}
		});
	};

	return {
		isOpen: () => isOpen,
		async edit(text, ending) {
			if (isOpen) {
				return {type: 'unchanged', why: 'The editor is open already.'};
			}
			isOpen = true;
			try {
				return await run(text, ending);
			} catch (error) {
				return {type: 'unchanged', why: `The editor could not be used: ${describeError(error)}.`};
			} finally {
				isOpen = false;
				child = undefined;
			}
		},
		async close() {
			isClosed = true;
			if (child !== undefined && child.exitCode === null && child.signalCode === null) {
				const ended = new Promise<void>(resolve => {
					child?.once('exit', () => resolve());
				});
				child.kill();
				// An editor may not want to end, and what was written must not stay because of that.
				await clean().catch(() => undefined);
				await ended;
			}
			await clean().catch(() => undefined);
		},
	};
};
