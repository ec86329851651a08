import {describe, expect, it} from 'vitest';
import type {ElicitationRequest} from '../../../source/domain/server-request.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';

const form: ElicitationRequest = {mode: 'form', message: 'Who?', schema: {type: 'object', properties: {}}};
const signIn = {url: 'https://example.org/login', callback: 'http://127.0.0.1:1/callback'};
const never = new AbortController().signal;

describe('a page that is opened', () => {
	const page = {mode: 'url', message: 'Open it.', url: 'https://example.org/pay'} as const;

	it('answers the server that wants it opened', async () => {
		const opened: string[] = [];
		const {app} = createAppHarness({
			async openUrl(url) {
				opened.push(url);
				return true;
			},
		});
		const asked = app.serverRequests.elicit('files', page, never);
		const askId = app.getState().asks[0]?.askId ?? '';
		app.openPage(askId);
		app.openPage(askId);
		await expect(asked).resolves.toEqual({action: 'accept'});
		expect(opened).toEqual(['https://example.org/pay']);
	});

	it.each([
		['there is no browser', async () => false],
		['the browser fails', () => Promise.reject(new Error('no display'))],
	])('leaves the question where it is when %s', async (_, openUrl) => {
		const {app, until} = createAppHarness({openUrl});
		const asked = app.serverRequests.elicit('files', page, never);
		const askId = app.getState().asks[0]?.askId ?? '';
		app.openPage(askId);
		await until(({asks}) => asks.some(ask => ask.kind === 'elicitation' && ask.browser === 'missing'));
		app.answer(askId, {type: 'accept'});
		await expect(asked).resolves.toEqual({action: 'accept'});
	});

	it('to sign in keeps the question until the browser came back, behind others that can be answered', async () => {
		const {app, until} = createAppHarness({openUrl: async () => true});
		const browser = new AbortController();
		const signedIn = app.serverRequests.signIn('files', signIn, browser.signal);
		app.openPage(app.getState().asks[0]?.askId ?? '');
		await until(({asks}) => asks.some(ask => ask.kind === 'sign-in' && ask.browser === 'started'));
		const asked = app.serverRequests.elicit('mail', form, never);
		expect(app.getState().asks).toMatchObject([{kind: 'elicitation'}, {kind: 'sign-in'}]);
		app.answer(app.getState().asks[0]?.askId ?? '', {type: 'deny'});
		await asked;
		browser.abort();
		await signedIn;
		expect(app.getState().asks).toEqual([]);
	});

	it('is none where the question has none', async () => {
		const opened: string[] = [];
		const {app} = createAppHarness({
			async openUrl(url) {
				opened.push(url);
				return true;
			},
		});
		void app.serverRequests.elicit('files', form, never);
		app.openPage(app.getState().asks[0]?.askId ?? '');
		app.openPage('nothing');
		await app.close();
		expect(opened).toEqual([]);
	});
});
