import {describe, expect, it} from 'vitest';
import {commands, shells} from '../../../source/command-line/command-table.ts';
import {completionScript} from '../../../source/command-line/completion/completion-script.ts';
import {options} from '../../../source/command-line/option-table.ts';

const shown = commands.filter(({name, isHidden}) => name !== '' && isHidden !== true);

describe.each(shells)('the script for %s', shell => {
	const script = completionScript(shell);

	it('knows every command, every option and every fixed value', () => {
		for (const {name} of shown) {
			expect(script).toContain(`'${name}'`);
		}
		for (const {name, short, choices} of options.filter(({hasNoEffect}) => hasNoEffect !== true)) {
			expect(script).toContain(`--${name}`);
			expect(script).toContain(short === undefined ? '' : `-${short}`);
			expect(script).toContain(choices === undefined ? '' : `'words ${choices.join(' ')}'`);
		}
	});

	it('offers nothing that is not for people, and asks the program for names only', () => {
		expect(script).not.toContain("'completion names'");
		expect(script).not.toContain('--no-oauth');
		expect(script.match(/command mcp-tui [a-z]+ [a-z]+/g)).toEqual(['command mcp-tui completion names']);
	});

	it('has no placeholder of ours left, and ends with a line break', () => {
		expect(script).not.toContain('@{');
		expect(script.endsWith('\n')).toBe(true);
	});
});
