// Speaks only protocol 2026-07-28: no `initialize`, every result says that it is complete.
import {answer, onMessages, refuse, textResult, tool} from './mcp-stdio.mjs';

const complete = result => ({resultType: 'complete', ...result});
const results = {
	greet: textResult('hello from the future'),
	hologram: {content: [{type: 'hologram', depth: 3}]},
};

onMessages(({id, method, params}) => {
	if (method === 'server/discover')
		return answer(
			id,
			complete({
				supportedVersions: ['2026-07-28'],
				capabilities: {tools: {}},
				serverInfo: {name: 'modern', version: '1.0.0'},
				ttlMs: 0,
				cacheScope: 'private',
			}),
		);
	if (method === 'tools/list')
		return answer(
			id,
			complete({
				ttlMs: 0,
				cacheScope: 'private',
				tools: [tool('greet'), {name: 'broken'}, tool('hologram'), tool('later')],
			}),
		);
	if (method === 'tools/call') return answer(id, complete(results[params.name] ?? {content: []}));
	if (id !== undefined) refuse(id, -32601, `Method not found: ${method}`);
});
process.stdin.on('end', () => process.exit(0));
