import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {helpText, parseCommandLine} from '../../../source/command-line.ts';

const parse = (...argv: readonly string[]) => {
	const parsed = parseCommandLine(argv);
	if (parsed.type === 'refused') {
		throw new Error(parsed.message);
	}
	return {command: parsed.line.command, ...Object.fromEntries(parsed.line.values)};
};

describe('a good command line', () => {
	it.each([
		[[], {command: ''}],
		[['demo'], {command: 'demo'}],
		[['serve'], {command: 'serve'}],
		[['serve', '--mode', 'plan'], {command: 'serve', mode: ['plan']}],
		[['-p', 'Hi there'], {command: '', print: ['Hi there']}],
		[['--print', 'Hi'], {command: '', print: ['Hi']}],
		[['--print=Hi=there'], {command: '', print: ['Hi=there']}],
		[['-p=--weird'], {command: '', print: ['--weird']}],
		[['-p', ''], {command: '', print: ['']}],
		[['-p', '-'], {command: '', print: ['-']}],
		[['-p', '- buy milk', '-c'], {command: '', print: ['- buy milk'], continue: []}],
		[['-m', 'demo/tour', '-p', 'x'], {command: '', model: ['demo/tour'], print: ['x']}],
		[['--model', 'a/b', '--model', 'c/d'], {command: '', model: ['c/d']}],
		[['--output-format', 'stream-json'], {command: '', 'output-format': ['stream-json']}],
		[
			['--mcp-config', 'a.json', 'b.json', '--strict-mcp-config'],
			{command: '', 'mcp-config': ['a.json', 'b.json'], 'strict-mcp-config': []},
		],
		[['--mcp-config=a.json', '--mcp-config', 'b.json'], {command: '', 'mcp-config': ['a.json', 'b.json']}],
		[
			['--allowed-tools', 'a__*', 'b__*', '--disallowed-tools', 'c__*'],
			{command: '', 'allowed-tools': ['a__*', 'b__*'], 'disallowed-tools': ['c__*']},
		],
		[
			['--approval', 'auto', '--max-steps', '3', '--no-session'],
			{command: '', approval: ['auto'], 'max-steps': ['3'], 'no-session': []},
		],
		[
			['demo', '-p', 'time', '--approval=trusted-only'],
			{command: 'demo', print: ['time'], approval: ['trusted-only']},
		],
		[['-c'], {command: '', continue: []}],
		[['-r', '20250101-abc', '-p', 'x'], {command: '', resume: ['20250101-abc'], print: ['x']}],
		[['-h'], {command: '', help: []}],
		[['-v'], {command: '', version: []}],
		[['demo', '--help'], {command: 'demo', help: []}],
		[['serve', '--version'], {command: 'serve', version: []}],
	])('%o is understood', (argv, expected) => {
		expect(parse(...argv)).toEqual(expected);
	});
});

describe('a bad command line', () => {
	it.each([
		[['dmeo'], 'There is no command "dmeo"; did you mean demo? Try mcp-tui --help.'],
		[['What is this?'], 'There is no command "What is this?". Try mcp-tui --help.'],
		[['-x'], 'There is no option -x. Try mcp-tui --help.'],
		[['--modle', 'x'], 'There is no option --modle; did you mean --model? Try mcp-tui --help.'],
		[['--banana'], 'There is no option --banana. Try mcp-tui --help.'],
		[['--banana=7'], 'There is no option --banana. Try mcp-tui --help.'],
		[['-'], 'There is no option -. Try mcp-tui --help.'],
		[['demo', '--model', 'x'], 'There is no option --model for demo. Try mcp-tui --help.'],
		[['serve', '-p', 'x'], 'There is no option -p for serve. Try mcp-tui --help.'],
		[['--mode', 'plan'], 'There is no option --mode; did you mean --model? Try mcp-tui --help.'],
		[['-p'], '--print needs a value: --print <prompt>.'],
		[['-p', '--model', 'x'], '--print needs a value: --print <prompt>.'],
		[['--mcp-config'], '--mcp-config needs a value: --mcp-config <file>.'],
		[['-c', '--no-session'], '--continue and --no-session exclude each other.'],
		[['--no-session=yes'], '--no-session takes no value.'],
		[['--help='], '--help takes no value.'],
		[
			['--approval', 'atuo'],
			'--approval cannot be "atuo"; did you mean auto? Choose always-ask, trusted-only, auto.',
		],
		[['--approval', 'never'], '--approval cannot be "never". Choose always-ask, trusted-only, auto.'],
		[['--approval='], '--approval cannot be "". Choose always-ask, trusted-only, auto.'],
		[
			['--output-format', 'jsn'],
			'--output-format cannot be "jsn"; did you mean json? Choose text, json, stream-json.',
		],
		[['serve', '--mode', 'atc'], '--mode cannot be "atc"; did you mean act? Choose act, plan.'],
		[
			['-p', 'one', 'two'],
			'"two" is not expected here. A prompt is given with -p "..."; try mcp-tui --help.',
		],
		[['demo', 'tour'], '"tour" is not expected here. A prompt is given with -p "..."; try mcp-tui --help.'],
		[
			['--no-session', 'demo'],
			'"demo" is not expected here. A prompt is given with -p "..."; try mcp-tui --help.',
		],
	])('%o is refused with a sentence', (argv, message) => {
		expect(parseCommandLine(argv)).toEqual({type: 'refused', message});
	});

	it('is never a crash, and never accepted with what nobody knows', () => {
		const argument = fc.oneof(
			fc.string({maxLength: 6}),
			fc.constantFrom(
				'demo',
				'serve',
				'-p',
				'--print',
				'--model',
				'--mode=act',
				'--help',
				'--approval',
				'auto',
				'--',
				'-',
				'=',
			),
		);
		fc.assert(
			fc.property(fc.array(argument, {maxLength: 6}), argv => {
				const parsed = parseCommandLine(argv);
				if (parsed.type === 'refused') {
					expect(parsed.message).toMatch(/[.]$/);
					return;
				}
				for (const name of parsed.line.values.keys()) {
					expect(helpText()).toContain(`--${name}`);
				}
			}),
		);
	});
});

describe('the help', () => {
	const options = [...helpText().matchAll(/--([a-z-]+)/g)].map(match => match[1] ?? '');

	it('names every option that is accepted, and no other', () => {
		for (const option of new Set(options)) {
			const command = option === 'mode' ? ['serve'] : [];
			const parsed = parseCommandLine([...command, `--${option}`]);
			expect(parsed.type === 'refused' ? parsed.message : '').not.toContain('There is no option');
		}
		expect(new Set(options).size).toBeGreaterThan(10);
	});

	it('fits on a screen of 120 columns and ends with a line break', () => {
		expect(helpText().endsWith('\n')).toBe(true);
		expect(
			Math.max(
				...helpText()
					.split('\n')
					.map(line => line.length),
			),
		).toBeLessThanOrEqual(120);
	});

	it('shows commands, short names, values, lists and exit codes', () => {
		const help = helpText();
		for (const piece of [
			'mcp-tui demo',
			'mcp-tui serve',
			'-p, --print <prompt>',
			'    --mcp-config <file>...',
			'    --no-session ',
			'Exit codes: 0 ok, 1 failed, 2 an approval was needed, 42 bad input, 53 step limit.',
		]) {
			expect(help).toContain(piece);
		}
	});
});
