import {serverConfig} from '../../../helpers/mcp-servers.ts';
import {
	expectsHang,
	type FaultRow,
	fails,
	faultFile,
	faultyName,
	hangsAtStart,
	hangsInCall,
	isHang,
	stdioFault,
	works,
} from './fault-row.ts';

const starting = (fault: string, name: string, message: RegExp): FaultRow => ({
	fault,
	config: () => stdioFault(name, isHang(message) ? hangsAtStart : {}),
	expected: fails(message),
});

const calling = (fault: string, name: string, expected: FaultRow['expected']): FaultRow => ({
	fault,
	config: () => stdioFault(name, expectsHang(expected) ? hangsInCall : {}),
	call: name,
	expected,
});

export const stdioRows: readonly FaultRow[] = [
	{
		fault: 'is a command that does not exist',
		config: () => serverConfig('echo', {name: faultyName, command: 'no-such-command-anywhere'}),
		expected: fails(/"no-such-command-anywhere" was not found/),
	},
	{
		fault: 'is to run in a folder that does not exist',
		config: () => serverConfig('echo', {name: faultyName, cwd: '/nowhere/at/all'}),
		expected: fails(/folder \/nowhere\/at\/all does not exist/),
	},
	{
		fault: 'is a file that may not be executed',
		config: () => serverConfig('echo', {name: faultyName, command: faultFile('stdio-faults'), args: []}),
		expected: fails(/may not be executed/),
	},
	starting('exits before the handshake', 'exit-at-start', /exited with code 3|ended with code 3|code 3/),
	starting('is killed before the handshake', 'killed-at-start', /SIGKILL/),
	starting('exits during the handshake', 'exit-in-handshake', /code 4/),
	starting('exits after the handshake', 'exit-after-handshake', /code 5/),
	starting('exits while it lists its tools', 'exit-in-list', /code 6/),
	starting('hangs in the handshake', 'hangs-in-handshake', /within 1\.5 s/),
	starting('hangs when it lists its tools', 'hangs-in-list', /within 1\.5 s/),
	starting('prints something that is not MCP, for ever', 'garbage-only', /within 1\.5 s/),
	starting('prints one line without end', 'endless-line', /more than 10 MiB/),
	starting('greets with 11 MiB', 'huge-greeting', /more than 10 MiB/),
	starting('closes its output and lives on', 'closes-output', /closed its output/),
	starting('greets with a version that nobody knows', 'wrong-version', /1999-01-01/),
	starting('greets with nothing', 'empty-greeting', /protocolVersion|initialize|does not speak MCP/),
	starting('refuses to shake hands', 'refuses-handshake', /no initialize today/),
	starting('answers with text where tools should be', 'tools-not-array', /tools/),
	starting('answers with nothing where tools should be', 'tools-null', /does not allow: \{"result":null\}/),
	{fault: 'has no tools', config: () => stdioFault('no-tools'), expected: works()},
	{fault: 'has 20,000 tools', config: () => stdioFault('many-tools'), expected: works()},
	{
		fault: 'has tools with control characters in their names',
		config: () => stdioFault('control-names'),
		call: 'fine',
		expected: works('fine'),
	},
	{
		fault: 'never ends its list',
		config: () => stdioFault('endless-cursors'),
		expected: {type: 'works', note: /cut after 100 pages/},
	},
	{
		fault: 'repeats a cursor',
		config: () => stdioFault('repeated-cursor'),
		expected: {type: 'works', note: /repeats a cursor/},
	},
	calling('exits during a call', 'exit-in-call', fails(/code 7/)),
	calling('crashes during a call', 'killed-in-call', fails(/SIGSEGV/)),
	calling('hangs in a call', 'hangs-in-call', fails(/within 1\.5 s/)),
	calling('answers a call with 11 MiB', 'huge-line', fails(/more than 10 MiB/)),
	calling('answers a call with half a line of JSON', 'truncated-json', fails(/within 1\.5 s/)),
	calling('answers with bytes that are not text', 'invalid-utf8', works()),
	calling('answers with 200,000 levels of nesting', 'deep-nesting', works()),
	calling('answers under another id', 'wrong-id', fails(/within 1\.5 s/)),
	calling('answers three times', 'duplicate-answers', works('first')),
	calling('answers requests that nobody sent', 'unknown-ids', works('after all')),
	calling('answers in a batch', 'batch', works('one of two')),
	calling('floods with notifications', 'notification-flood', works('after the flood')),
	calling('floods with changes of its list', 'list-changed-flood', works('after the flood')),
	calling('floods with requests', 'request-flood', works('after the flood')),
	calling(
		'answers with an error that is none',
		'error-without-text',
		fails(/does not allow: \{"error":\{"code":"x"\}\}/),
	),
	calling('floods its error output', 'stderr-flood', works('fine')),
	calling('ignores the end of its input and TERM', 'ignores-ends', works('fine')),
	calling('leaves children that ignore TERM', 'grandchildren', works('fine')),
	calling('answers with content that is no list', 'content-not-array', works()),
	calling('has an output schema whose pattern explodes', 'regex-bomb', {
		type: 'warns',
		text: 'done',
		warning: /schema/,
	}),
	calling('has an output schema that expands without end', 'definitions-bomb', {
		type: 'warns',
		text: 'done',
		warning: /schema/,
	}),
	{
		fault: 'has an input schema whose pattern explodes',
		config: () => stdioFault('input-regex-bomb'),
		call: 'input-regex-bomb',
		arguments: {a: `${'a'.repeat(30)}!`},
		// What cannot be checked in time is sent: it was approved, and the server has to check it anyway.
		expected: works('fine'),
	},
];
