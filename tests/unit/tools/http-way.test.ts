import {describe, expect, it} from 'vitest';
import {httpWayOf} from '../../../source/core/tools/http-way.ts';
import {createSecret} from '../../../source/domain/secret.ts';
import type {RemoteServer} from '../../../source/domain/server.ts';

const remote: RemoteServer = {
	name: 'web',
	type: 'http',
	url: 'https://user:hunter2@example.org/mcp?key=hunter2',
	headers: {'X-Tenant': 'hunter2'},
	auth: {type: 'bearer', token: createSecret('hunter2')},
	connectTimeout: 1,
	requestTimeout: 1,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	sseReadTimeout: 1,
	terminateOnClose: true,
	allowInsecure: false,
};

describe('the way to a server over HTTP', () => {
	it('names variables in place of everything that may be a secret', () => {
		const way = httpWayOf(remote);
		expect(JSON.stringify(way)).not.toContain('hunter2');
		expect(way).toMatchObject({
			type: 'http',
			secrets: {
				'X-Tenant': {before: '', variable: 'X_TENANT'},
				Authorization: {before: 'Bearer ', variable: 'TOKEN'},
			},
		});
	});

	it('is shown as the file has it where that has references', () => {
		const url = `https://$\{HOST}/mcp`;
		expect(httpWayOf({...remote, shown: {url}})).toMatchObject({url});
	});

	it('does not exist for other servers, which is said', () => {
		expect(httpWayOf({...remote, type: 'ws'})).toMatchObject({why: expect.stringContaining('WebSocket')});
		expect(httpWayOf(undefined)).toMatchObject({type: 'none'});
	});
});
