import {describe, expect, it} from 'vitest';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {answer, form, never, sampling, signIn} from '../../helpers/server-questions.ts';

describe('what is saved of the questions of servers', () => {
	it('is nothing: no address that lets somebody in, nor what the model was to read', async () => {
		const harness = createAppHarness();
		const {app, saved} = harness;
		app.submit('Hello');
		await app.settled();
		const before = saved.length;
		const page = {mode: 'url', message: 'Open it.', url: 'https://example.org/?token=canary-1'} as const;
		const asked = [
			app.serverRequests.elicit('files', page, never),
			app.serverRequests.sample('files', {...sampling, systemPrompt: 'canary-2'}, never),
			app.serverRequests.signIn('files', {...signIn, url: 'https://example.org/?state=canary-3'}, never),
		];
		expect(app.getState().asks).toHaveLength(3);
		await answer(harness, {type: 'deny'});
		await answer(harness, {type: 'deny'});
		await app.close();
		await Promise.all(asked);
		expect(saved.slice(before)).toEqual([]);
	});
});

describe('a server that asks without end', () => {
	it('reaches the user ten times in a minute, whatever it asks for, and is named once', async () => {
		const {app, events, clock} = createAppHarness({
			onEvent(event) {
				if (event.type === 'ask-raised') {
					queueMicrotask(() => app.answer(event.ask.askId, {type: 'deny'}));
				}
			},
		});
		const raised = () => events.filter(({type}) => type === 'ask-raised').length;
		const noticed = () => events.filter(({type}) => type === 'notice-raised');
		for (let index = 0; index < 50; index += 1) {
			await app.serverRequests.elicit('files', form, never);
			await app.serverRequests.sample('files', sampling, never);
		}
		expect(raised()).toBe(10);
		expect(noticed()).toMatchObject([
			{tone: 'warning', text: expect.stringContaining('files asks more than')},
		]);
		await expect(app.serverRequests.elicit('files', form, never)).resolves.toEqual({action: 'cancel'});
		await expect(app.serverRequests.sample('files', sampling, never)).resolves.toMatchObject({
			type: 'refused',
			failure: {code: 'too-many-questions'},
		});
		await expect(app.serverRequests.elicit('mail', form, never)).resolves.toEqual({action: 'decline'});
		clock.advance(60_000);
		await expect(app.serverRequests.elicit('files', form, never)).resolves.toEqual({action: 'decline'});
		expect(noticed()).toHaveLength(1);
	});

	it('has three questions open at most', async () => {
		const harness = createAppHarness();
		const asked = Array.from({length: 4}, () => harness.app.serverRequests.elicit('files', form, never));
		expect(harness.app.getState().asks).toHaveLength(3);
		await expect(asked[3]).resolves.toEqual({action: 'cancel'});
		await answer(harness, {type: 'deny'});
		await asked[0];
		void harness.app.serverRequests.elicit('files', form, never);
		expect(harness.app.getState().asks).toHaveLength(3);
		await harness.app.close();
	});

	it('is not heard any more once the user wants that, and what it asked already is put aside', async () => {
		const harness = createAppHarness();
		const {app} = harness;
		const asked = [
			app.serverRequests.elicit('files', form, never),
			app.serverRequests.sample('files', sampling, never),
		];
		const other = app.serverRequests.elicit('mail', form, never);
		await answer(harness, {type: 'mute'});
		await expect(Promise.all(asked)).resolves.toMatchObject([{action: 'cancel'}, {type: 'refused'}]);
		await expect(app.serverRequests.elicit('files', form, never)).resolves.toEqual({action: 'cancel'});
		expect(app.getState().asks).toMatchObject([{server: 'mail'}]);
		expect([...app.getState().items]).toMatchObject([
			{text: expect.stringContaining('files may not ask you')},
		]);
		await answer(harness, {type: 'deny'});
		await expect(other).resolves.toEqual({action: 'decline'});
	});
});
