import {describe, expect, it} from 'vitest';
import {relevantStderr} from '../../../source/support/relevant-stderr.ts';

const textOf = (output: string): string | undefined => relevantStderr(output.split('\n'))?.text;

const nodeFrame = '    at Module._resolveFilename (node:internal/modules/cjs/loader:1140:15)';

describe('the relevant part of an error output', () => {
	it('is the message above a stack of Node, and not the line of code that threw it', () => {
		expect(
			textOf(
				[
					'/srv/mcp/dist/cli.js:34',
					"        throw new Error('Stripe API key not provided.');",
					'              ^',
					'',
					'Error: Stripe API key not provided.',
					...Array.from({length: 30}, () => nodeFrame),
					'',
					'Node.js v20.20.2',
				].join('\n'),
			),
		).toBe('Error: Stripe API key not provided.');
	});

	it('is the last line of a traceback of Python', () => {
		expect(
			textOf(
				[
					'INFO:     Loading settings',
					'Traceback (most recent call last):',
					'  File "/srv/server.py", line 3, in <module>',
					'    raise_error(os.environ["WEATHER_KEY"])',
					'  File "<frozen os>", line 685, in __getitem__',
					"KeyError: 'WEATHER_KEY'",
				].join('\n'),
			),
		).toBe("KeyError: 'WEATHER_KEY'");
	});

	it('is the innermost exception of a group of Python', () => {
		expect(
			textOf(
				[
					'  + Exception Group Traceback (most recent call last):',
					'  |   File "/srv/server.py", line 9, in main',
					'  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)',
					'  +-+---------------- 1 ----------------',
					'    | Traceback (most recent call last):',
					'    |   File "/srv/server.py", line 4, in run',
					'    | ValueError: WEATHER_KEY is empty',
					'    +------------------------------------',
				].join('\n'),
			),
		).toBe('ValueError: WEATHER_KEY is empty');
	});

	it('is the message above a usage text, with the advice that follows it', () => {
		const options = Array.from({length: 60}, (_, at) => `  --option-${at} <value>  Error level, required`);
		expect(
			textOf(
				[
					'Error: No access token was provided.',
					'Run `sentry-mcp auth login` first, or pass `--access-token` / `SENTRY_ACCESS_TOKEN`.',
					'Usage: @sentry/mcp-server [--access-token=<token>]',
					'',
					'Environment variables:',
					'  SENTRY_ACCESS_TOKEN  required',
					...options,
				].join('\n'),
			),
		).toBe(
			'Error: No access token was provided. Run `sentry-mcp auth login` first, or pass `--access-token` / `SENTRY_ACCESS_TOKEN`.',
		);
	});

	it('is the message below a usage text', () => {
		expect(textOf('usage: server.py [-h] --key KEY\nserver.py: error: these are required: --key')).toBe(
			'server.py: error: these are required: --key',
		);
		expect(textOf('Options:\n  --key  the key  [required]\n\nMissing required argument: key')).toBe(
			'Missing required argument: key',
		);
	});

	it('is the usage text itself where there is nothing else', () => {
		expect(textOf('Usage: server <folder>\n  --help  show help\nOptions:\n  -v')).toBe(
			'Usage: server <folder>',
		);
	});

	it('is a message over several lines as one', () => {
		expect(textOf('Error: [\n  {\n    "path": ["API_KEY"],\n    "message": "Required"\n  }\n]\n')).toBe(
			'Error: [ { "path": ["API_KEY"], "message": "Required" } ]',
		);
	});

	it.each([
		[
			'npm',
			'npm warn old\nnpm error code E404\nnpm error 404 Not Found\nnpm error\n',
			/^npm error code E404/,
		],
		[
			'uv',
			'  × No solution found when resolving tool dependencies:\n  ╰─▶ no such package',
			/^× No solution/,
		],
		[
			'Go',
			'panic: WEATHER_KEY missing\n\ngoroutine 1 [running]:\nmain.main()',
			/^panic: WEATHER_KEY missing$/,
		],
		['Rust', "thread 'main' panicked at src/main.rs:4:5:\nno key\nnote: x", /panicked at .* no key/],
		['a log', 'INFO errors: 0\nERROR: no key', /^ERROR: no key$/],
		['a log on standard output', '[stdout] Error: no key', /^Error: no key$/],
	])('is found in the output of %s', (_, output, expected) => {
		expect(textOf(output)).toMatch(expected);
	});

	it('is the last line where none sounds like an error', () => {
		expect(relevantStderr(['one', '', 'two', 'three', ''])).toEqual({
			text: 'three',
			isError: false,
			isLasting: false,
		});
	});

	it('is nothing where there is no output', () => {
		expect(relevantStderr([])).toBeUndefined();
		expect(relevantStderr(['', '  '])).toBeUndefined();
	});

	it('is cut where it is long', () => {
		expect(textOf(`Error: ${'x'.repeat(5000)}`)).toHaveLength(401);
	});

	it.each([
		['Error: BRAVE_API_KEY environment variable is required', true],
		['Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables', true],
		['Please provide a database URL as a command-line argument', true],
		["error: unknown option '--fast'", true],
		['Usage: server <folder>', true],
		["Error: Cannot find module '/nowhere.mjs'", true],
		["KeyError: 'WEATHER_KEY'", true],
		['Error: connect ECONNREFUSED 127.0.0.1:5432 (is DATABASE_URL set? it is required)', false],
		['Error: listen EADDRINUSE: address already in use', false],
		['the database is not there yet', false],
		['three', false],
	])('says of "%s" whether another start may go better', (line, isLasting) => {
		expect(relevantStderr([line])?.isLasting).toBe(isLasting);
	});
});
