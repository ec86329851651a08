import {describe, expect, it} from 'vitest';
import {redactServers} from '../../../source/core/credentials/redacted-servers.ts';
import {createRedactor} from '../../../source/support/redactor.ts';
import {offerTool} from '../../helpers/fake-servers.ts';
import {createFakeRun} from '../headless/servers/fake-run.ts';

const {signal} = new AbortController();
const secret = 'sk-canary-1';

const setUp = () => {
	const calm = offerTool('x', 'calm');
	const leaky = offerTool('x', 'leaky', {description: `Uses ${secret}.`});
	const named = offerTool('x', `get_${secret}`);
	const redactor = createRedactor();
	const {servers} = createFakeRun({
		tools: () => [calm, leaky, named],
		call: async (_ref, _args, onProgress) => {
			onProgress({progress: 1, message: `with ${secret}`});
			return {type: 'failed', failure: {code: 'x', message: `It said ${secret}.`}};
		},
	});
	return {calm, redactor, servers: redactServers(servers, redactor)};
};

describe('servers that are looked after', () => {
	it('offer tools without the secrets in their definitions, the same ones each time', () => {
		const {servers, redactor, calm} = setUp();
		expect(servers.tools()[1]?.definition.description).toBe(`Uses ${secret}.`);
		redactor.learn(secret);
		const [first, second, ...more] = servers.tools();
		expect(first).toBe(calm);
		expect(second?.definition.description).toBe('Uses •••.');
		expect(servers.tools()[1]?.definition).toBe(second?.definition);
		expect(more).toEqual([]);
	});

	it('give the same list as long as neither tools nor secrets are others', () => {
		const tools = [offerTool('x', 'calm')];
		const redactor = createRedactor();
		const {servers} = createFakeRun({tools: () => tools});
		const looked = redactServers(servers, redactor);
		const before = looked.tools();
		expect(looked.tools()).toBe(before);
		redactor.learn(secret);
		expect(looked.tools()).not.toBe(before);
	});

	it('are called by the definitions that they know', async () => {
		const redactor = createRedactor();
		redactor.learn(secret);
		const called: unknown[] = [];
		const leaky = offerTool('x', 'leaky', {description: `Uses ${secret}.`});
		const {servers} = createFakeRun({
			tools: () => [leaky],
			call: async tool => {
				called.push(tool);
				return {type: 'cancelled', sent: false};
			},
		});
		const looked = redactServers(servers, redactor);
		const shown = looked.tools()[0]?.definition;
		expect(shown?.description).not.toContain(secret);
		await looked.call(shown ?? {server: '', tool: ''}, {}, () => undefined, signal);
		expect(called).toEqual([leaky.definition]);
		expect(called[0]).toBe(leaky.definition);
	});

	it('give back no secret in results and progress', async () => {
		const {servers, redactor} = setUp();
		redactor.learn(secret);
		const seen: unknown[] = [];
		const ref = {server: 'x', tool: 'y'};
		const report = await servers.call(ref, {}, progress => seen.push(progress), signal);
		expect(report).toEqual({type: 'failed', failure: {code: 'x', message: 'It said •••.'}});
		expect(JSON.stringify(seen)).not.toContain(secret);
	});
});
