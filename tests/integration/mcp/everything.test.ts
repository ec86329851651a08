import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {CallProgress} from '../../../source/domain/tool-call.ts';
import {serverConfig, textOf, useServers} from '../../helpers/mcp-servers.ts';

const manifest = createRequire(import.meta.url).resolve(
	'@modelcontextprotocol/server-everything/package.json',
);

const everything = () =>
	useServers([serverConfig('everything', {args: [join(dirname(manifest), 'dist', 'index.js'), 'stdio']})]);

describe('the published server "everything"', () => {
	it('offers its tools under names that every provider accepts', async () => {
		const {connect, servers, status} = everything();
		await connect();
		expect(status('everything')).toMatchObject({type: 'ready'});
		const names = servers.tools().map(({modelName}) => modelName);
		expect(names).toContain('everything__echo');
		for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
	});

	it('echoes, draws, structures and reports progress', async () => {
		const {call, connect, servers} = everything();
		await connect();
		const tools = servers.tools().map(({definition}) => definition.tool);
		expect(textOf(await call('everything', 'echo', {message: 'hello'}))).toContain('hello');
		expect(await call('everything', 'get-tiny-image')).toMatchObject({
			type: 'succeeded',
			result: {content: expect.arrayContaining([expect.objectContaining({type: 'image'})])},
		});
		expect(await call('everything', 'get-structured-content', {location: 'Chicago'})).toMatchObject({
			type: 'succeeded',
			result: {structured: expect.objectContaining({temperature: expect.any(Number)})},
		});
		const seen: CallProgress[] = [];
		const report = await call(
			'everything',
			'trigger-long-running-operation',
			{duration: 1, steps: 4},
			{onProgress: progress => seen.push(progress)},
		);
		expect(report.type, tools.join()).toBe('succeeded');
		expect(seen.at(-1)).toMatchObject({total: 4});
	});
});
