import {expect, it} from 'vitest';
import {windowsCommand} from '../../../source/core/mcp/transports/windows-command.ts';

const lookup = (...files: readonly string[]) => ({
	path: 'C:\\tools;C:\\node',
	extensions: '.EXE;.CMD',
	shell: 'C:\\Windows\\cmd.exe',
	exists: (file: string) => files.includes(file),
});

it('spawns a program directly', () => {
	expect(windowsCommand('node', ['a b'], lookup('C:\\node\\node.exe'))).toEqual({
		file: 'C:\\node\\node.exe',
		args: ['a b'],
		verbatim: false,
	});
});

it('runs a batch file through cmd.exe with every argument quoted', () => {
	const {file, args, verbatim} = windowsCommand('npx', ['-y', 'a & b'], lookup('C:\\node\\npx.cmd'));
	expect(file).toBe('C:\\Windows\\cmd.exe');
	expect(verbatim).toBe(true);
	expect(args.slice(0, 3)).toEqual(['/d', '/s', '/c']);
	expect(args[3]).toBe('"C:\\node\\npx.cmd ^^^"-y^^^" ^^^"a^^^ ^^^&^^^ b^^^""');
});

it('leaves a command alone that it cannot find', () => {
	expect(windowsCommand('missing', [], lookup()).file).toBe('missing');
	expect(windowsCommand('C:\\own\\run.bat', [], lookup('C:\\own\\run.bat')).verbatim).toBe(true);
});
