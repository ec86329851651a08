import {describe, expect, it} from 'vitest';
import {chooseEditor, splitWords} from '../../../../source/ui/terminal/editor-command.ts';

describe('the words of a command', () => {
	const table: readonly (readonly [string, readonly string[] | undefined])[] = [
		['vim', ['vim']],
		['  code   -w ', ['code', '-w']],
		['"/opt/my editor/bin" -n', ['/opt/my editor/bin', '-n']],
		["'a b'c\\ d", ['a bc d']],
		['"say \\"hi\\" \\n"', ['say "hi" \\n']],
		["'\\'", ['\\']],
		["emacs -a ''", ['emacs', '-a', '']],
		['', []],
		['"open', undefined],
		// No shell ever sees it.
		['vi; rm -rf $HOME `x` | y > z', ['vi;', 'rm', '-rf', '$HOME', '`x`', '|', 'y', '>', 'z']],
	];
	for (const [command, words] of table) {
		it(`of ${JSON.stringify(command)} are ${JSON.stringify(words)}`, () => {
			expect(splitWords(command)).toEqual(words);
		});
	}
});

describe('the editor', () => {
	const nowhere = async (): Promise<boolean> => false;

	it('is VISUAL before EDITOR, with its arguments', async () => {
		expect(await chooseEditor({VISUAL: 'code -w', EDITOR: 'ed'}, 'linux', nowhere)).toEqual({
			type: 'editor',
			file: 'code',
			args: ['-w'],
		});
		expect(await chooseEditor({VISUAL: ' ', EDITOR: 'ed'}, 'linux', nowhere)).toMatchObject({file: 'ed'});
	});

	it('keeps the backslashes of a path on Windows', async () => {
		const choice = await chooseEditor({EDITOR: '"C:\\My Tools\\edit.exe" /w'}, 'win32', nowhere);
		expect(choice).toEqual({type: 'editor', file: 'C:\\My Tools\\edit.exe', args: ['/w']});
	});

	it.each([
		['linux', ['vi', 'nano'], 'vi'],
		['darwin', ['nano'], 'nano'],
		['win32', ['vi', 'notepad'], 'notepad'],
	])('is one that %s usually has, where nobody chose', async (platform, there, file) => {
		const choice = await chooseEditor({}, platform, async program => there.includes(program));
		expect(choice).toEqual({type: 'editor', file, args: []});
	});

	it('is asked for where there is none', async () => {
		expect(await chooseEditor({}, 'linux', nowhere)).toEqual({
			type: 'none',
			why: 'No editor was found. Set EDITOR to the one you use, for instance: export EDITOR=nano',
		});
	});

	it('is not guessed where its quotes are wrong', async () => {
		expect(await chooseEditor({EDITOR: '"vim'}, 'linux', nowhere)).toEqual({
			type: 'none',
			why: 'EDITOR cannot be read: "vim. Check its quotes.',
		});
	});
});
