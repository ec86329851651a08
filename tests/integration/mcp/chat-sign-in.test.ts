import {describe, expect, it, onTestFinished} from 'vitest';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {browse, createWorld} from '../../servers/oauth-world.ts';

const never = new AbortController().signal;

describe('signing in from the chat', () => {
	it('opens the browser with a key, keeps the question while it is away, and ends when it is back', async () => {
		const world = await createWorld();
		onTestFinished(world.close);
		const opened: string[] = [];
		const {app, until} = createAppHarness({
			async openUrl(url) {
				opened.push(url);
				return true;
			},
		});
		const access = world.createAccess((request, signal) =>
			app.serverRequests.signIn('vault', request, signal),
		);
		const signedIn = access.signIn(never);
		await until(({asks}) => asks.length === 1);
		expect(opened).toEqual([]);
		app.openPage(app.getState().asks[0]?.askId ?? '');
		await until(({asks}) => asks.some(ask => ask.kind === 'sign-in' && ask.browser === 'started'));
		const [url = ''] = opened;
		await (await fetch(await browse(url))).text();
		await expect(signedIn).resolves.toMatchObject({type: 'signed-in'});
		expect(app.getState().asks).toEqual([]);
		await app.close();
	});

	it('ends when the user gives up waiting for the browser', async () => {
		const world = await createWorld();
		onTestFinished(world.close);
		const {app, until} = createAppHarness({openUrl: async () => true});
		const access = world.createAccess((request, signal) =>
			app.serverRequests.signIn('vault', request, signal),
		);
		const signedIn = access.signIn(never);
		await until(({asks}) => asks.length === 1);
		const askId = app.getState().asks[0]?.askId ?? '';
		app.openPage(askId);
		await until(({asks}) => asks.some(ask => ask.kind === 'sign-in' && ask.browser === 'started'));
		app.answer(askId, {type: 'deny'});
		await expect(signedIn).resolves.toEqual({type: 'cancelled'});
		await app.close();
	});
});
