// Speaks protocol 2026-07-28 and reports changes of resources on a stream; `log` tells which messages came.
import {answer, notify, onMessages, refuse, textResult, tool} from './mcp-stdio.mjs';

const complete = result => ({resultType: 'complete', ...result});
const log = [];

onMessages(({id, method, params = {}}) => {
	log.push(method);
	if (method === 'server/discover')
		return answer(
			id,
			complete({
				supportedVersions: ['2026-07-28'],
				capabilities: {tools: {}, resources: {subscribe: true}, logging: {}},
				serverInfo: {name: 'modern-listen', version: '1.0.0'},
				ttlMs: 0,
				cacheScope: 'private',
			}),
		);
	if (method === 'subscriptions/listen') {
		const _meta = {'io.modelcontextprotocol/subscriptionId': id};
		const uris = (params.notifications.resourceSubscriptions ?? []).filter(uri => uri !== 'test://still');
		notify('notifications/subscriptions/acknowledged', {_meta, notifications: {resourceSubscriptions: uris}});
		if (uris.includes('test://short')) notify('notifications/cancelled', {requestId: id});
		for (const uri of uris) notify('notifications/resources/updated', {_meta, uri});
		return;
	}
	if (method === 'tools/list')
		return answer(id, complete({ttlMs: 0, cacheScope: 'private', tools: [tool('log')]}));
	if (method === 'tools/call') {
		const level = params._meta?.['io.modelcontextprotocol/logLevel'];
		return answer(id, complete(textResult(JSON.stringify({log, level}))));
	}
	if (id !== undefined) refuse(id, -32601, `Method not found: ${method}`);
});
process.stdin.on('end', () => process.exit(0));
