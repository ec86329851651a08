import {describe, expect, it} from 'vitest';
import {replayClash, replayFor} from '../../../source/cli/replay-options.ts';
import {type CommandLine, parseCommandLine} from '../../../source/command-line/parse-command-line.ts';

const line = (...argv: readonly string[]): CommandLine => {
	const parsed = parseCommandLine(argv);
	if (parsed.type === 'refused') throw new Error(parsed.message);
	return parsed.line;
};

describe('the options of a replay', () => {
	it('say what is played', () => {
		expect(replayFor(line())).toEqual({});
		expect(replayFor(line('--replay', 'a'))).toEqual({model: 'a', tools: 'a'});
		expect(replayFor(line('--replay-model', 'a'))).toEqual({model: 'a'});
		expect(replayFor(line('demo', '--replay-tools', 'b', '--replay-model', 'a'))).toEqual({
			model: 'a',
			tools: 'b',
		});
	});

	it('exclude what would be ignored', () => {
		expect(replayClash(line('--replay', 'a', '--replay-tools', 'b'))).toContain('leave out --replay-model');
		expect(replayClash(line('--replay', 'a', '-m', 'openai'))).toContain('leave out --model');
		expect(replayClash(line('--replay-model', 'a', '-m', 'openai'))).toContain('leave out --model');
		expect(replayClash(line('--replay-tools', 'a', '--mcp-config', 'f'))).toContain('leave out --mcp-config');
		expect(replayClash(line('--replay-tools', 'a', '-m', 'openai'))).toBeUndefined();
		expect(replayClash(line('--replay-model', 'a', '--mcp-config', 'f'))).toBeUndefined();
		expect(replayClash(line('--replay', 'a', '--record', 'b', '--server', 'c'))).toBeUndefined();
	});
});
