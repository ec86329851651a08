import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {protocols} from '../../helpers/model-app.ts';
import {runPrompt} from '../../helpers/model-program.ts';
import {useHome} from '../../helpers/run-program.ts';
import {publishedServer} from '../../integration/mcp/published/published-server.ts';
import {callOf, calls, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

const megabyte = 1_000_000;
const needle = 'the needle in the middle';

/** Five megabytes of numbered lines, and something to find among them. The server sends them twice, in two forms. */
const longText = (): string => {
	const lines: string[] = [];
	for (let size = 0, index = 0; size < 5 * megabyte; index += 1) {
		const line = `line ${index}`.padEnd(63, '.');
		lines.push(line);
		size += line.length + 1;
	}
	lines[lines.length >> 1] = needle;
	return lines.join('\n');
};

describe.each(protocols)('a result of five megabytes over the protocol %s', protocol => {
	it('reaches the model cut and marked, is kept whole, and can be read on', async () => {
		const home = useHome();
		const text = longText();
		const path = join(home.folder, 'long.txt');
		writeFileSync(path, text);
		const offset = text.indexOf(needle);
		const server = await startFaultServer(({body}, index) => {
			const history = JSON.stringify(body);
			// As the model would: the id stands where something was left out.
			const id = /read-result: \{\\+"id\\+":\\+"([0-9a-f-]+)/.exec(history)?.[1] ?? 'none';
			switch (index) {
				case 0:
					return calls(callOf('call_1', 'files__read_text_file', {path}));
				case 1:
					return calls(callOf('call_2', 'toolbox__read-result', {id, offset, limit: needle.length}));
				default:
					return says(history.includes(needle) ? `Found: ${needle}` : 'Not found.');
			}
		});
		const {command, args} = publishedServer('files', '@modelcontextprotocol/server-filesystem', [
			home.folder,
		]);
		const {code, stdout, result} = await runPrompt(
			protocol,
			server.url,
			['-p', 'Find it.', '--allowed-tools', 'files__read_text_file'],
			{servers: {files: {command, args}}, home},
		);
		expect(server.problems()).toEqual([]);
		expect([code, result.text]).toEqual([0, `Found: ${needle}`]);

		const [first, second, third] = server.requests;
		expect(first?.tools).not.toContain('toolbox__read-result');
		expect(second?.tools).toContain('toolbox__read-result');
		const sent = JSON.stringify(second?.body);
		expect(sent.length).toBeLessThan(200_000);
		expect(sent).toMatch(/characters left out/);
		expect(sent).toContain('line 0.');
		expect(sent).toContain(text.slice(-60));
		expect(sent).not.toContain(needle);
		expect(JSON.stringify(third?.body)).toContain(needle);

		expect(stdout.length).toBeLessThan(200_000);
		const stored = result.toolCalls[0]?.result?.stored;
		const file = stored?.file ?? '';
		expect(stored).toMatchObject({id: expect.any(String), characters: text.length, file: expect.any(String)});
		expect(readFileSync(file, 'utf8')).toBe(text);
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const folder = join(home.settings, 'sessions');
		const logs = readdirSync(folder).filter(name => name.endsWith('.jsonl'));
		expect(logs).toHaveLength(1);
		expect(statSync(join(folder, logs[0] ?? '')).size).toBeLessThan(megabyte);
	});
});
