import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {commands} from '../../../source/command-line/command-table.ts';
import {helpText} from '../../../source/command-line/help-text.ts';
import {parseCommandLine} from '../../../source/command-line/parse-command-line.ts';

const parse = (...argv: readonly string[]) => {
	const parsed = parseCommandLine(argv);
	if (parsed.type === 'refused') {
		throw new Error(parsed.message);
	}
	const {command, words, values} = parsed.line;
	return {command, ...(words.length === 0 ? {} : {words}), ...Object.fromEntries(values)};
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
		[['-r'], {command: '', resume: []}],
		[['-r', '--fork', '-m', 'a/b'], {command: '', resume: [], fork: [], model: ['a/b']}],
		[['-c', '--fork'], {command: '', continue: [], fork: []}],
		[['-r', '20250101-abc', '-p', 'x'], {command: '', resume: ['20250101-abc'], print: ['x']}],
		[['-h'], {command: '', help: []}],
		[['-v'], {command: '', version: []}],
		[['demo', '--help'], {command: 'demo', help: []}],
		[['serve', '--version'], {command: 'serve', version: []}],
		[['-V'], {command: '', version: []}],
		[['help'], {command: '', help: []}],
		[['help', 'demo'], {command: 'demo', help: []}],
		[['help', 'mcp', 'add'], {command: 'mcp add', help: []}],
		[['mcp', 'help'], {command: 'mcp', help: []}],
		[['mcp', 'help', 'ls'], {command: 'mcp list', help: []}],
		[['mcp', 'ls', '--json'], {command: 'mcp list', json: []}],
		[['mcp', 'rm', 'files', '-s', 'local'], {command: 'mcp remove', words: ['files'], scope: ['user']}],
		[['mcp', 'delete', 'files'], {command: 'mcp remove', words: ['files']}],
		[['mcp', 'show', 'files'], {command: 'mcp get', words: ['files']}],
		[['mcp', 'auth', 'files'], {command: 'mcp login', words: ['files']}],
		[['mcp', 'serve', '--mode', 'plan'], {command: 'serve', mode: ['plan']}],
		[['mcp', 'add-from-claude-desktop'], {command: 'mcp import', words: ['claude-desktop']}],
		[
			['mcp', 'add-from-claude-desktop', '--scope', 'user', '--yes'],
			{command: 'mcp import', words: ['claude-desktop'], yes: []},
		],
		[['--add-mcp', '{"name":"a"}'], {command: 'mcp add-json', words: ['{"name":"a"}']}],
		[['mcp', '--help'], {command: 'mcp', help: []}],
		[['mcp', 'add', '--help'], {command: 'mcp add', help: []}],
		[['mcp', 'list', '--json', '--no-connect'], {command: 'mcp list', json: [], 'no-connect': []}],
		[['mcp', 'doctor'], {command: 'mcp doctor'}],
		[['mcp', 'doctor', 'files'], {command: 'mcp doctor', words: ['files']}],
		[
			['mcp', 'add', 'files', 'npx', '-y', 'server', '.'],
			{command: 'mcp add', words: ['files', 'npx', '-y', 'server', '.']},
		],
		[
			['mcp', 'add', 'db', '-e', 'A=1', '-e', 'B=2', '--', 'docker', 'run', '-e', 'A', '--help'],
			{command: 'mcp add', words: ['db', 'docker', 'run', '-e', 'A', '--help'], env: ['A=1', 'B=2']},
		],
		[
			['mcp', 'add', 'db', 'docker', 'run', '-v', '/a:/b', '--rm', 'image', '-s', 'project'],
			{
				command: 'mcp add',
				words: ['db', 'docker', 'run', '-v', '/a:/b', '--rm', 'image'],
				scope: ['project'],
			},
		],
		[
			['mcp', 'add', '-t', 'http', 'web', 'https://a.example/mcp', '-H', 'X-One: 1', '-H', 'X-Two: 2'],
			{
				command: 'mcp add',
				words: ['web', 'https://a.example/mcp'],
				transport: ['http'],
				header: ['X-One: 1', 'X-Two: 2'],
			},
		],
		[
			['mcp', 'add', 'x', '--env', 'A=1', 'B_2=x y', '--', 'cmd', 'C=3'],
			{command: 'mcp add', words: ['x', 'cmd', 'C=3'], env: ['A=1', 'B_2=x y']},
		],
		[
			['mcp', 'add', '-e', 'A=1', 'x', 'cmd', '-e', 'B=2', 'key=value'],
			{command: 'mcp add', words: ['x', 'cmd', 'key=value'], env: ['A=1', 'B=2']},
		],
		[
			['mcp', 'add', '--header', 'A: 1', 'B: 2', 'x', 'https://a.example', '--type', 'streamable-http'],
			{
				command: 'mcp add',
				words: ['x', 'https://a.example'],
				header: ['A: 1', 'B: 2'],
				transport: ['http'],
			},
		],
		[
			['mcp', 'add', '--client-secret', 'x', 'https://a.example', '--client-secret=s'],
			{command: 'mcp add', words: ['x', 'https://a.example'], 'client-secret': ['s']},
		],
		[
			['mcp', 'add', 'x', '--command', 'npx', '--args', '-y', 'srv', '--scope', 'workspace', '--force'],
			{
				words: ['x'],
				command: ['npx'],
				args: ['-y', 'srv'],
				scope: ['project'],
				replace: [],
			},
		],
		[['mcp', 'add-json', 'x', '-'], {command: 'mcp add-json', words: ['x', '-']}],
		[
			['mcp', 'get', '--mcp-config', 'a.json', 'files', '--mcp-config', 'b.json'],
			{command: 'mcp get', words: ['files'], 'mcp-config': ['a.json', 'b.json']},
		],
		[
			['call', 's', 't', 'a=1', 'b:=[2]', '--json'],
			{command: 'call', words: ['s', 't', 'a=1', 'b:=[2]'], json: []},
		],
		[['call', 's', 't', '--', '--json=x'], {command: 'call', words: ['s', 't', '--json=x']}],
		[['tools', '--server', 'a', '--server', 'b'], {command: 'tools', server: ['a', 'b']}],
		[['prompts'], {command: 'prompts'}],
		[['prompts', 'get', 's', 'p', 'a=b'], {command: 'prompts get', words: ['s', 'p', 'a=b']}],
		[['resources', 'read', 's', 'a://b'], {command: 'resources read', words: ['s', 'a://b']}],
		[['doctor', '--no-connect'], {command: 'doctor', 'no-connect': []}],
		[['completion', 'zsh'], {command: 'completion', words: ['zsh']}],
		[['completion', 'names', 'servers'], {command: 'completion names', words: ['servers']}],
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
		[
			['demo', '--model', 'x'],
			'There is no option --model for demo; did you mean --mode? Try mcp-tui demo --help.',
		],
		[['serve', '-p', 'x'], 'There is no option -p for serve. Try mcp-tui serve --help.'],
		[['--modle', 'x'], 'There is no option --modle; did you mean --model? Try mcp-tui --help.'],
		[['-p'], '--print needs a value: --print <prompt>.'],
		[['-p', '--model', 'x'], '--print needs a value: --print <prompt>.'],
		[['--mcp-config'], '--mcp-config needs a value: --mcp-config <file>.'],
		[['--max-turns', '3'], 'There is no option --max-turns. Say --max-steps <n> instead.'],
		[
			['-p', 'x', '--permission-mode', 'plan'],
			'There is no option --permission-mode. Say --approval always-ask, trusted-only or auto instead; --mode plan only lets tools run that read.',
		],
		[
			['--dangerously-skip-permissions'],
			'There is no option --dangerously-skip-permissions. Say --approval auto instead: tools run without asking unless a rule denies them.',
		],
		[
			['--verbose'],
			'There is no option --verbose. Say -p "..." --output-format stream-json to see every step, or press F4 in the chat.',
		],
		[['help', 'dmeo'], 'There is no command "dmeo"; did you mean demo? Try mcp-tui --help.'],
		[['--fork'], '--fork needs -c or -r: it makes a copy of a session.'],
		[['-p', 'x', '-r'], 'With -p a session is named: -r <id>. mcp-tui sessions list shows them.'],
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
		[['--no-session', 'demo'], 'Say mcp-tui demo --no-session instead: options go after the command.'],
		[['mpc', 'list'], 'There is no command "mpc"; did you mean mcp? Try mcp-tui --help.'],
		[['mcp', 'lsit'], 'There is no command "mcp lsit"; did you mean list? Try mcp-tui mcp --help.'],
		[['prompts', 'gte'], 'There is no command "prompts gte"; did you mean get? Try mcp-tui prompts --help.'],
		[
			['--mcp-config', 'my servers.json', 'tools', '--json'],
			"Say mcp-tui tools --mcp-config 'my servers.json' --json instead: options go after the command.",
		],
		[
			['-m', 'demo/tour', 'sessions', 'list'],
			'Say mcp-tui sessions list -m demo/tour instead: options go after the command.',
		],
		[['tools', 'x'], '"x" is not expected here. It is typed mcp-tui tools. Try mcp-tui tools --help.'],
		[['mcp', 'get'], 'mcp get needs <name>. It is typed mcp-tui mcp get <name>. Try mcp-tui mcp get --help.'],
		[
			['mcp', 'get', 'a', 'b'],
			'"b" is not expected here. It is typed mcp-tui mcp get <name>. Try mcp-tui mcp get --help.',
		],
		[
			['mcp', 'add', 'x'],
			'mcp add needs <command|url>. It is typed mcp-tui mcp add <name> <command|url> [<args>...]. Try mcp-tui mcp add --help.',
		],
		[
			['mcp', 'add', '--transprot', 'x'],
			'There is no option --transprot for mcp add; did you mean --transport? Try mcp-tui mcp add --help.',
		],
		[
			['mcp', 'add', 'x', 'y', '-t', 'htpp'],
			'--transport cannot be "htpp"; did you mean http? Choose stdio, http, sse, ws.',
		],
		[
			['mcp'],
			'mcp needs a command: add, add-json, list, get, remove, enable, disable, test, login, logout, import, verify, doctor. Try mcp-tui mcp --help.',
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
				'mcp',
				'add',
				'call',
				'-e',
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
					expect(helpText(parsed.line.command)).toContain(`--${name}`);
				}
			}),
		);
	});
});

describe('the help', () => {
	const names = commands.map(({name}) => name);

	it.each(names)('of "%s" names every option that it accepts, and no other', name => {
		const path = name === '' ? [] : name.split(' ');
		const shown = new Set(
			[...helpText(name).matchAll(/^ {2}(?:-\w, | {4})--([a-z-]+)/gm)].map(match => match[1]),
		);
		const accepted = commands.find(command => command.name === name)?.options ?? [];
		expect(shown).toEqual(new Set(accepted));
		for (const option of shown) {
			const parsed = parseCommandLine([...path, `--${option}`]);
			expect(parsed.type === 'refused' ? parsed.message : '').not.toContain('There is no option');
		}
	});

	it('shows commands, short names, values, lists and exit codes', () => {
		const help = helpText();
		for (const piece of [
			'mcp-tui demo',
			'mcp-tui serve',
			'mcp-tui mcp add <name> <command|url> [<args>...]',
			'mcp-tui call <server> <tool> [<arguments>...]',
			'-p, --print <prompt>',
			'    --mcp-config <file>...',
			'    --no-session ',
			'  2   an approval was needed and nobody could give it',
			'  53  step limit',
		]) {
			expect(help).toContain(piece);
		}
	});

	it('of a group lists its commands', () => {
		expect(helpText('mcp')).toContain('mcp-tui mcp add-json <name|json> [<json>]');
		expect(helpText('mcp')).not.toContain('mcp-tui call');
	});
});
