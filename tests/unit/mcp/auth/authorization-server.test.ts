import {describe, expect, it} from 'vitest';
import {findAuthorizationServer} from '../../../../source/core/mcp/auth/authorization-server.ts';
import {TransportError} from '../../../../source/core/mcp/transports/transport-end.ts';

const never = new AbortController().signal;
const document = 'https://mcp.example/.well-known/oauth-protected-resource';
const described = Response.json.bind(undefined, {
	resource: 'https://mcp.example/mcp',
	authorization_servers: ['https://auth.example'],
});

type Answers = Readonly<Record<string, () => Response>>;

const status = (code: number) => () => new Response('', {status: code});

const find = async (answers: Answers) => {
	const asked: string[] = [];
	const found = await findAuthorizationServer(
		{
			server: 'vault',
			serverUrl: new URL('https://mcp.example/mcp'),
			challenge: undefined,
			issuer: undefined,
			guard: {
				check: async () => undefined,
				fetchWith: () => async url => {
					asked.push(String(url));
					return (answers[String(url)] ?? status(404))();
				},
			},
		},
		never,
	).catch((error: unknown) => error);
	return {found, asked};
};

describe('the search for the authorization server', () => {
	it.each([400, 401, 403, 404, 405, 410])(
		'takes a server that answers %i for an older one, which gives out tokens itself',
		async code => {
			const {found} = await find({[`${document}/mcp`]: status(code), [document]: status(code)});
			expect(found).toEqual({url: 'https://mcp.example/', issuer: 'https://mcp.example/'});
		},
	);

	it.each<readonly [string, Answers]>([
		['is out of order', {[`${document}/mcp`]: status(500)}],
		['is behind a gateway that is out of order', {[`${document}/mcp`]: status(502)}],
		['is asked too often', {[`${document}/mcp`]: status(429), [document]: status(404)}],
		['sends something else', {[`${document}/mcp`]: () => new Response('<html>')}],
		['sends half of it', {[`${document}/mcp`]: () => Response.json({resource: 7})}],
		[
			'breaks off',
			{
				[`${document}/mcp`]: () => {
					throw new TransportError({type: 'stream-lost', reason: 'reset'});
				},
			},
		],
		[
			'names one that is out of order',
			{
				[`${document}/mcp`]: described,
				'https://auth.example/.well-known/oauth-authorization-server': status(502),
			},
		],
	])('fails where the server %s', async (_, answers) => {
		const {found, asked} = await find(answers);
		expect(found).toMatchObject({
			code: 'authorization-server-unusable',
			message: expect.stringContaining('"vault"'),
		});
		expect(asked.filter(url => url.startsWith('https://mcp.example/.well-known/oauth-auth'))).toEqual([]);
	});
});
