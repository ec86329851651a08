import {request} from 'node:http';
import {createServer} from 'node:net';
import {afterEach, describe, expect, it} from 'vitest';
import {type CallbackServer, openCallbackServer} from '../../../../source/core/mcp/auth/callback-server.ts';

let open: CallbackServer | undefined;

afterEach(async () => {
	await open?.close();
	open = undefined;
});

const start = async (text = 'done', ports: readonly number[] = [0]): Promise<CallbackServer> => {
	open = await openCallbackServer({ports, state: 'xyz', describe: () => text});
	return open;
};

const statusFor = (url: string, host: string): Promise<number | undefined> =>
	new Promise((resolve, reject) => {
		request(url, {headers: {host}}, response => {
			response.resume();
			resolve(response.statusCode);
		})
			.once('error', reject)
			.end();
	});

describe('the callback server', () => {
	it('hands over what the browser brings back', async () => {
		const {url, returned} = await start();
		await fetch(`${url}?code=abc&state=xyz&iss=https%3A%2F%2Fa.example`);
		expect(Object.fromEntries(await returned)).toEqual({code: 'abc', state: 'xyz', iss: 'https://a.example'});
	});

	it('answers with a page that nobody keeps and that runs nothing', async () => {
		const {url} = await start('<script>alert("1")</script>&\'');
		const response = await fetch(`${url}?error=x&state=xyz`);
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
		const page = await response.text();
		expect(page).not.toContain('<script>');
		expect(page).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#38;&#39;');
	});

	it('ignores every other request', async () => {
		const {url, returned} = await start();
		const elsewhere = new URL('/favicon.ico?code=evil', url);
		expect((await fetch(elsewhere)).status).toBe(404);
		expect((await fetch(`${url}?code=evil`, {method: 'POST'})).status).toBe(404);
		expect((await fetch(url)).status).toBe(400);
		expect((await fetch(`${url}?state=xyz&code=${'x'.repeat(9000)}`)).status).toBe(404);
		await fetch(`${url}?code=right&state=xyz`);
		expect((await returned).get('code')).toBe('right');
	});

	it('takes only the first answer', async () => {
		const {url, returned} = await start();
		await fetch(`${url}?code=first&state=xyz`);
		expect((await fetch(`${url}?code=second&state=xyz`)).status).toBe(409);
		expect((await returned).get('code')).toBe('first');
	});

	it.each(['?code=evil', '?code=evil&state=xyZ', '?error=access_denied&state='])(
		'waits on when somebody else comes with %s',
		async query => {
			const {url, returned} = await start();
			const response = await fetch(`${url}${query}`);
			expect(response.status).toBe(400);
			expect(await response.text()).toContain('Nothing was done');
			expect((await fetch(`${url}?code=right&state=xyz`)).status).toBe(200);
			expect((await returned).get('code')).toBe('right');
		},
	);

	it.each(['evil.example', 'localhost', 'evil.example:PORT', 'localhost:PORT', '127.0.0.1:1'])(
		'answers nobody who asks for %s',
		async host => {
			const {url, returned} = await start();
			expect(await statusFor(`${url}?code=evil&state=xyz`, host.replace('PORT', new URL(url).port))).toBe(
				400,
			);
			expect((await fetch(`${url}?code=right&state=xyz`)).status).toBe(200);
			expect((await returned).get('code')).toBe('right');
		},
	);

	it('listens on this machine only', async () => {
		const {url} = await start();
		expect(new URL(url).hostname).toBe('127.0.0.1');
	});

	it('takes the next port when the first is taken, and says when there is none', async () => {
		const other = createServer();
		await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
		const address = other.address();
		const taken = typeof address === 'object' && address !== null ? address.port : 0;
		const {url} = await start('done', [taken, 0]);
		expect(Number(new URL(url).port)).not.toBe(taken);
		await expect(openCallbackServer({ports: [taken], state: 'xyz', describe: () => ''})).rejects.toThrow(
			'EADDRINUSE',
		);
		await new Promise(resolve => other.close(resolve));
	});

	it('is gone after closing', async () => {
		const {url, close} = await start();
		await close();
		await expect(fetch(url)).rejects.toThrow();
	});
});
