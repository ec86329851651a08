import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {findForbidden} from '../helpers/forbidden-bytes.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {createTestHome} from '../helpers/test-home.ts';
import {answerWith, writeConfig} from '../helpers/trust-program.ts';
import {hostile} from '../helpers/ui-samples.ts';
import {windowSizes} from '../helpers/window-sizes.ts';

afterEach(disposeTerminals);

const echo = fileURLToPath(new URL('../servers/echo.mjs', import.meta.url));

/** Titles, links, colours of others, and whatever else is no text. */
const foreign = /\u001b\]0;x|\u001b\]8;|\u001b\]52|\u009b|\u202e|\u200b|\u001b\[31;7;5m/;
const evil = `${hostile}\u001b]8;;http://evil.example\u0007\u001b[31;7;5mlink\u001b[0m`;

describe('the terminal', () => {
	it.each(windowSizes)(
		'obeys no text of a model, of arguments or of a result, at %i columns and %i rows',
		async (cols, rows) => {
			const home = createTestHome();
			writeConfig(home, {mcpServers: {echo: {command: process.execPath, args: [echo]}}});
			const model = writeDemoScript(join(home.folder, 'model'), {
				pace: 0,
				turns: [
					{
						steps: [
							{
								say: `before ${evil}\n\n\`\`\`js\nlet a = '${evil}';\n\`\`\`\n\n| a |\n|---|\n| ${evil} |\n`,
								calls: [{tool: 'echo__echo', arguments: {text: `argument ${evil}`}}],
							},
							{say: `[after](http://a.example/${evil}) the end`},
						],
					},
				],
			});
			const terminal = startTerminal({home: home.folder, cols, rows, args: ['--model', model]});
			await terminal.waitFor('always-ask');
			await terminal.submit('go');
			await answerWith(terminal, 'wants to run echo', 'y');
			await terminal.waitFor('the end');
			await terminal.waitForStable();
			expect(findForbidden(terminal.raw())).toEqual([]);
			expect(terminal.raw()).not.toMatch(foreign);
		},
	);
});
