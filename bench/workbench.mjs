import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {quantile} from './statistics.mjs';
import {submit} from './streaming.mjs';

const serverCount = 50;
const toolsEach = 100;
const settleMilliseconds = 3000;

const shows = text => screen => screen.some(line => line.includes(text));

/** The second row says what the part is about, and below are the rows of its list. */
const isOpen = (summary, row) => screen =>
	screen[1].includes(summary) && screen.slice(3).some(line => line.includes(row));

const parts = [
	{name: 'servers', key: '\u001bOQ', isThere: isOpen('51 servers', 'server-3 ')},
	{name: 'tools', key: '\u001bOR', isThere: isOpen('tools', 'tool-3')},
	{name: 'traffic', key: '\u001bOS', isThere: isOpen('messages', 'tools/list')},
	{name: 'sessions', key: '\u001b[15~', isThere: isOpen('session', 'go')},
];

const timeFrom = async (session, keys, isThere) => {
	const sentAt = performance.now();
	session.write(keys);
	return (await session.waitFor(isThere)) - sentAt;
};

const openOften = async (session, {key, isThere}, count) => {
	const samples = [];
	for (let index = 0; index < count; index++) {
		samples.push(await timeFrom(session, key, isThere));
		session.write('q');
		await session.waitFor(shows('always-ask'));
		await sleep(50);
	}
	return samples;
};

const filterBy = async (session, letters) => {
	const samples = [];
	let typed = '';
	for (const letter of letters) {
		typed += letter;
		const line = `/${typed}`.trimEnd();
		samples.push(await timeFrom(session, letter, screen => screen.at(-2) === line));
		await sleep(30);
	}
	for (; typed !== ''; typed = typed.slice(0, -1)) {
		session.write('\u007f');
		await sleep(30);
	}
	return samples;
};

/** Opening the parts of the workbench with 50 servers and 5,000 tools, and narrowing the list of tools. */
export const measureWorkbench = async ({root, folder, size, note, scriptedProgram, withSession}) => {
	note(`workbench: ${serverCount} servers with ${toolsEach} tools each`);
	const server = path.join(root, 'bench/servers/tool-server.mjs');
	const config = path.join(folder, 'workbench.json');
	const names = Array.from({length: serverCount}, (_, index) => `server-${index}`);
	const entry = {command: process.execPath, args: [server, String(toolsEach)]};
	writeFileSync(config, JSON.stringify({mcpServers: Object.fromEntries(names.map(name => [name, entry]))}));
	const command = [...scriptedProgram('workbench', 0, [{say: 'Hello.'}]), '--mcp-config', config];
	return withSession(command, async session => {
		await submit(session, 'go');
		await session.waitFor(shows(`${serverCount + 1} servers`), {timeout: 120_000});
		// What begins with the start, such as comparing definitions with what was accepted, is over by then.
		await sleep(settleMilliseconds);
		const samples = {};
		const rows = [];
		for (const part of parts) {
			const [first, ...again] = await openOften(session, part, size.runs);
			samples[part.name] = [first, ...again];
			rows.push(
				{name: `${part.name}: opened for the first time`, figure: first, unit: 'ms', limit: 100},
				{name: `${part.name}: opened, p50`, figure: quantile(again, 0.5), unit: 'ms', limit: 100},
			);
		}
		session.write(parts[1].key);
		await session.waitFor(parts[1].isThere);
		session.write('/');
		const filter = [];
		for (let index = 0; index < size.runs; index++)
			filter.push(...(await filterBy(session, 'server-4tool-77')));
		samples.filter = filter;
		rows.push(
			{
				name: 'tools: key of the filter to the screen, p50',
				figure: quantile(filter, 0.5),
				unit: 'ms',
				limit: 16.7,
			},
			{
				name: 'tools: key of the filter to the screen, p95',
				figure: quantile(filter, 0.95),
				unit: 'ms',
				limit: 33,
			},
		);
		return {samples, rows};
	});
};
