// Asks its client for things: forms, answers of a model, roots. Every answer comes back as the text of the call.
import {notify, serve, textResult, tool, write} from './mcp-stdio.mjs';

let lastId = 0;
const waiting = new Map();

/** Sends a request to the client; resolves with its whole response. */
const request = (method, params) => {
	lastId += 1;
	const id = `server-${lastId}`;
	write({id, method, params});
	return {id, response: new Promise(resolve => waiting.set(id, resolve))};
};

const show = response => JSON.stringify(response.result ?? {error: response.error});

const form = (properties, required = []) => ({
	mode: 'form',
	message: 'Who are you?',
	requestedSchema: {type: 'object', properties, required},
});
const name = {type: 'string', title: 'Name'};

const calls = {
	ask: async ({properties = {name}, required}) =>
		textResult(show(await request('elicitation/create', form(properties, required)).response)),
	'ask-many': async ({count}) => {
		const asked = Array.from({length: count}, () => request('elicitation/create', form({name})).response);
		return textResult(...(await Promise.all(asked)).map(show));
	},
	'ask-and-take-back': async () => {
		const {id} = request('elicitation/create', form({name}));
		await new Promise(resolve => setTimeout(resolve, 100));
		notify('notifications/cancelled', {requestId: id, reason: 'never mind'});
		return textResult('taken back');
	},
	raw: async ({method, params}) => textResult(show(await request(method, params).response)),
	// Goes away in the middle of its own question.
	'ask-and-die': () => {
		request('elicitation/create', form({name}));
		setTimeout(() => process.exit(3), 300);
	},
	log: ({count, level = 'info', data = 'line'}) => {
		for (let index = 0; index < count; index += 1)
			notify('notifications/message', {level, logger: 'asking', data: `${data} ${index}`});
		return textResult('logged');
	},
	'log-value': ({value}) => {
		notify('notifications/message', {level: 'error', data: value});
		return textResult('logged');
	},
	touch: ({count, uri}) => {
		for (let index = 0; index < count; index += 1) notify('notifications/resources/updated', {uri});
		return textResult('touched');
	},
	complete: ({elicitationId}) => {
		notify('notifications/elicitation/complete', {elicitationId});
		return textResult('completed');
	},
};

serve({
	name: 'asking',
	capabilities: {tools: {}, logging: {}, resources: {subscribe: true}},
	tools: Object.keys(calls).map(called => tool(called)),
	calls,
	other(message) {
		const resolve = waiting.get(message.id);
		if (message.method === undefined && resolve !== undefined) {
			waiting.delete(message.id);
			resolve(message);
		} else if (message.method === 'resources/list') write({id: message.id, result: {resources: []}});
		else if (message.method === 'resources/templates/list')
			write({id: message.id, result: {resourceTemplates: []}});
		else if (message.method === 'ping') write({id: message.id, result: {}});
	},
});
