import {expect, it} from 'vitest';
import {checkArguments} from '../../../source/core/mcp/calls/check-arguments.ts';
import {createSchemaChecker} from '../../../source/core/mcp/calls/schema-checker.ts';
import type {Ask} from '../../../source/domain/ask.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {callsTools, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';
import {allowsAll, createTurnHarness} from '../../helpers/turn-harness.ts';

it('a required argument that is left out has its default on the card, in the question, in the log and in the call', async () => {
	const offered = offerTool('browser', 'screenshot', {
		inputSchema: {
			type: 'object',
			properties: {type: {type: 'string', enum: ['png', 'jpeg'], default: 'png'}, page: {type: 'string'}},
			required: ['type'],
			additionalProperties: false,
		},
	});
	const checker = createSchemaChecker();
	const servers = createFakeServers({
		tools: [offered],
		check: (_tool, args, signal) => checkArguments(offered.definition, args, checker, signal),
	});
	const asked: Ask[] = [];
	const model = scriptModel(callsTools(toolCall('c1', 'browser__screenshot', {page: 'a'})), says('Done'));
	const {run, sink} = createTurnHarness(model, servers, {
		policy: {...allowsAll, decide: () => ({decision: 'ask', rule: 'approval mode always-ask'})},
		askUser: async ask => {
			asked.push(ask);
			return {type: 'allow', scope: 'once'};
		},
	});
	try {
		await run();
	} finally {
		await checker.close();
	}
	const filled = {page: 'a', type: 'png'};
	expect(servers.calls).toMatchObject([{args: filled}]);
	expect(asked).toMatchObject([{kind: 'approval', arguments: filled}]);
	const requested = sink.facts.filter(fact => fact.type === 'call-requested');
	expect(requested).toMatchObject([{arguments: filled}]);
	// What the model wrote stays as it wrote it.
	expect(sink.facts.find(fact => fact.type === 'step-finished')).toMatchObject({
		blocks: [{type: 'tool-call', arguments: {page: 'a'}}],
	});
});
