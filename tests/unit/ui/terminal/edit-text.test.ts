import {readdirSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createTextEditor} from '../../../../source/ui/terminal/edit-text.ts';
import {createTemporaryFolder} from '../../../helpers/temporary-folder.ts';

/** An editor that is a shell script; `$1` is the file. */
const openEditor = async (script: string) => {
	const folder = createTemporaryFolder();
	const program = join(folder, 'my editor.sh');
	await writeFile(program, script);
	const handovers: string[] = [];
	const editor = createTextEditor({
		env: {EDITOR: `sh "${program}"`, PATH: process.env.PATH},
		platform: 'linux',
		temporary: folder,
		async withTerminal(run) {
			handovers.push('away');
			const result = await run();
			handovers.push('back');
			return result;
		},
	});
	return {
		editor,
		folder,
		handovers,
		leftOver: () => readdirSync(folder).filter(name => name.startsWith('mcp-tui-')),
	};
};

/** How stat is asked for permissions, by GNU and by BSD. */
const octal = process.platform === 'linux' ? "-c '%a'" : "-f '%Lp'";

describe('editing a text in an editor', () => {
	it('gives the editor a private file and takes what it made of it', async () => {
		const {editor, folder, handovers, leftOver} = await openEditor(
			`stat ${octal} "$1" "$(dirname "$1")" > "$(dirname "$0")/modes"; printf 'more\\n' >> "$1"`,
		);
		expect(await editor.edit('first\n', '.md')).toEqual({type: 'edited', text: 'first\nmore\n'});
		expect(await readFile(join(folder, 'modes'), 'utf8')).toBe('600\n700\n');
		expect(handovers).toEqual(['away', 'back']);
		expect(leftOver()).toEqual([]);
	});

	it('drops the line break that an editor adds at the end', async () => {
		const {editor} = await openEditor(`printf 'other\\n' > "$1"`);
		expect(await editor.edit('text', '.txt')).toEqual({type: 'edited', text: 'other'});
	});

	it('says so when nothing was changed', async () => {
		const {editor} = await openEditor(`printf '\\n' >> "$1"`);
		const why = 'Nothing was changed in the editor.';
		expect(await editor.edit('text', '.md')).toEqual({type: 'unchanged', why});
	});

	it('keeps the text when the editor fails', async () => {
		const {editor, leftOver} = await openEditor(`echo spoilt > "$1"; exit 3`);
		const why = 'sh ended with code 3; the text is as it was.';
		expect(await editor.edit('text', '.md')).toEqual({type: 'unchanged', why});
		expect(leftOver()).toEqual([]);
	});

	it('says what to do when the editor does not exist', async () => {
		const editor = createTextEditor({
			env: {EDITOR: 'no-such-editor-here'},
			platform: 'linux',
			temporary: createTemporaryFolder(),
			withTerminal: run => run(),
		});
		const edited = await editor.edit('text', '.md');
		expect(edited).toMatchObject({type: 'unchanged', why: expect.stringContaining('could not be started')});
		expect(edited).toMatchObject({why: expect.stringContaining('Set EDITOR')});
	});

	it('is open once', async () => {
		const {editor} = await openEditor('sleep 60');
		const first = editor.edit('text', '.md');
		expect(editor.isOpen()).toBe(true);
		const why = 'The editor is open already.';
		expect(await editor.edit('other', '.md')).toEqual({type: 'unchanged', why});
		await editor.close();
		await first;
		expect(editor.isOpen()).toBe(false);
	});

	it('ends with the program and leaves no file', async () => {
		const {editor, folder, leftOver} = await openEditor(`touch "$(dirname "$0")/started"; exec sleep 60`);
		const edited = editor.edit('text', '.md');
		await expect.poll(() => readdirSync(folder), {timeout: 20_000}).toContain('started');
		await editor.close();
		expect(await edited).toMatchObject({type: 'unchanged', why: expect.stringContaining('SIGTERM')});
		expect(leftOver()).toEqual([]);
	});

	it('leaves no file when the editor does not want to end', async () => {
		const {editor, folder, leftOver} = await openEditor(
			`trap '' TERM; echo $$ > "$(dirname "$0")/pid"; while :; do sleep 0.1; done`,
		);
		const pid = async (): Promise<number> =>
			Number(await readFile(join(folder, 'pid'), 'utf8').catch(() => 0));
		const edited = editor.edit('text', '.md');
		await expect.poll(pid, {timeout: 20_000}).toBeGreaterThan(0);
		const closed = editor.close();
		try {
			await expect.poll(leftOver, {timeout: 20_000}).toEqual([]);
		} finally {
			process.kill(await pid(), 'SIGKILL');
		}
		await closed;
		await edited;
	});
});
