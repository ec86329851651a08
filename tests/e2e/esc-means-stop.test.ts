import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {answerWith, textsBelow, writeConfig} from '../helpers/trust-program.ts';
import {windowSizes} from '../helpers/window-sizes.ts';

const slow = fileURLToPath(new URL('../servers/slow.mjs', import.meta.url));

afterEach(disposeTerminals);

describe('esc', () => {
	it.each(windowSizes)(
		'stops a call and keeps its server and the draft, at %i columns and %i rows',
		async (cols, rows) => {
			const home = createTestHome();
			writeConfig(home, {mcpServers: {slow: {command: process.execPath, args: [slow]}}});
			const model = writeDemoScript(join(home.folder, 'model'), {
				pace: 0,
				turns: [
					{match: '^wait$', steps: [{calls: [{tool: 'slow__late', arguments: {}}]}, {say: 'never said'}]},
					{
						match: '^and then$',
						steps: [{calls: [{tool: 'slow__events', arguments: {}}]}, {say: 'it heard {{result}}'}],
					},
				],
			});
			const terminal = startTerminal({home: home.folder, cols, rows, args: ['--model', model]});
			await terminal.waitFor('always-ask');
			await terminal.submit('wait');
			await answerWith(terminal, 'wants to run late', 'y');
			await terminal.waitFor(screen => !screen.join('\n').includes('wants to run'));
			terminal.type('and then');
			await terminal.waitFor('› and then');
			terminal.press('escape');
			await terminal.waitFor(/cancelled|stopped|interrupted/i);
			expect(terminal.screen().findLast(line => line.startsWith('› '))).toBe('› and then');
			await terminal.waitForStable();
			// The reply comes after the cancellation, and the next call of the same server is answered.
			terminal.press('enter');
			await answerWith(terminal, 'wants to run events', 'y');
			await terminal.waitFor('it heard');
			const written = [...textsBelow(home.folder)]
				.filter(([path]) => path.endsWith('.jsonl'))
				.map(([, text]) => text)
				.join('\n');
			expect(written).toContain('requestId');
			expect(written).not.toContain('too late');
			expect(written).not.toContain('never said');
			await terminal.dispose();
		},
	);
});
