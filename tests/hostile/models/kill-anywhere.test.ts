import {Buffer} from 'node:buffer';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {loadSession} from '../../../source/core/sessions/load-session.ts';
import {encodeRecord} from '../../../source/core/sessions/record.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';
import {createModelApp, openModelAt, protocols} from '../../helpers/model-app.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {says} from '../../servers/models/fault-script.ts';
import {type FaultServer, startFaultServer} from '../../servers/models/fault-server.ts';
import {
	createSlowTools,
	expectSoundRequest,
	longConversation,
	thinkingSettings,
} from './faults/long-conversation.ts';

const neverAborted = new AbortController().signal;

/** What a session file holds of these bytes. */
const readBack = async (bytes: Uint8Array, file: string): Promise<readonly SessionEvent[]> => {
	await writeFile(file, bytes);
	const events: SessionEvent[] = [];
	await loadSession(file, event => events.push(event), neverAborted);
	return events;
};

const openModels = async (server: FaultServer) =>
	Object.fromEntries(
		await Promise.all(
			protocols.map(
				async protocol => [protocol, await openModelAt(protocol, server.url, thinkingSettings)] as const,
			),
		),
	);

describe.each(protocols)('a session over the protocol %s whose file ends anywhere', protocol => {
	it('goes on with any provider, with one result for every call', async () => {
		const server = await startFaultServer(longConversation);
		const models = await openModels(server);
		const model = models[protocol];
		if (model === undefined) throw new Error(`There is no model for ${protocol}.`);
		const first = createModelApp(model, {servers: createSlowTools()});
		await expect(first.say('Do it.')).resolves.toEqual({type: 'finished'});
		const records = first.saved.map((event, index) => encodeRecord(index + 1, event));
		const whole = Buffer.concat(records);
		const file = path.join(createTemporaryFolder(), 'session.jsonl');
		await expect(readBack(whole, file)).resolves.toEqual(first.saved);

		server.play([says('Fine.')]);
		const seen = new Set<number>();
		await fc.assert(
			fc.asyncProperty(
				fc.nat({max: whole.length}),
				fc.constantFrom(...protocols),
				async (length, nextProtocol) => {
					const past = await readBack(whole.subarray(0, length), file);
					seen.add(past.length);
					const next = models[nextProtocol];
					if (next === undefined) throw new Error(`There is no model for ${nextProtocol}.`);
					const app = createModelApp(next, {past, servers: createSlowTools()});
					await expect(app.say('And now?')).resolves.toEqual({type: 'finished'});
					const isAsked = past.some(({type}) => type === 'message-accepted');
					expectSoundRequest(server.requests.at(-1), past, [...(isAsked ? ['Do it.'] : []), 'And now?']);
				},
			),
			{numRuns: 150},
		);
		expect(server.problems()).toEqual([]);
		expect(seen.size).toBeGreaterThan(10);
	});
});
