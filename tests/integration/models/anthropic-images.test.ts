import {describe, expect, it} from 'vitest';
import type {Message} from '../../../source/domain/message.ts';
import type {ToolContent} from '../../../source/domain/tool.ts';
import {finishOf, openAnthropic, readingTool, userSays} from '../../helpers/anthropic-harness.ts';
import {answerOf, refused, type SeenModelRequest} from '../../servers/models/anthropic-server.ts';

const invalid = (message: string) => refused(400, 'invalid_request_error', message);

const image = (name: string): ToolContent => ({
	type: 'image',
	mimeType: 'image/png',
	data: Buffer.from(`\x89PNG\r\n\x1A\n-${name}`, 'latin1').toString('base64'),
});
const dataOf = (content: ToolContent): string => (content.type === 'image' ? content.data : '');

const shown = (content: readonly ToolContent[]): readonly Message[] => [
	userSays('go'),
	{role: 'assistant', blocks: [{type: 'tool-call', callId: 'c', modelName: 'read', arguments: {}}]},
	{role: 'tool', callId: 'c', outcome: 'succeeded', content},
];
const countImages = ({body}: Pick<SeenModelRequest, 'body'>): number =>
	JSON.stringify(body).split('"type":"image"').length - 1;

describe('a refusal of images', () => {
	it('for their number makes the newest of them stay, and the model does not go blind', async () => {
		const {server, model, ask} = await openAnthropic(seen =>
			countImages(seen) > 20
				? invalid('messages.2.content: too many images and documents: 21 + 0 > 20')
				: answerOf('Hello.'),
		);
		const images = Array.from({length: 21}, (_, index) => image(`number ${index}`));
		expect(finishOf(await ask({messages: shown(images), tools: [readingTool('read')]}))?.reason).toBe('stop');
		await ask({messages: shown(images), tools: [readingTool('read')]});
		await ask({messages: shown([image('another')]), tools: [readingTool('read')]});
		expect(server.requests.map(countImages)).toEqual([21, 20, 20, 1]);
		expect(JSON.stringify(server.requests[1]?.body)).not.toContain(dataOf(image('number 0')));
		expect(model.facts?.()).toEqual({});
	});

	it('for one of them leaves the others where they are', async () => {
		const bad = image('bad');
		const good = image('good');
		const {server, model, ask} = await openAnthropic(({body}) =>
			JSON.stringify(body).includes(dataOf(bad))
				? invalid('messages.2.content.0.tool_result.content.1.image.source.base64: Could not process image')
				: answerOf('Hello.'),
		);
		const request = {messages: shown([good, bad]), tools: [readingTool('read')]};
		expect(finishOf(await ask(request))?.reason).toBe('stop');
		expect(finishOf(await ask(request))?.reason).toBe('stop');
		expect(server.requests.map(countImages)).toEqual([2, 1, 1]);
		expect(JSON.stringify(server.requests[1]?.body)).toContain(dataOf(good));
		expect(model.facts?.()).toEqual({});
	});

	it('for many of them, one after the other, comes to an end', async () => {
		const {server, ask} = await openAnthropic(seen => {
			const {body} = seen;
			const place = body.messages[0]?.content.findIndex(({type}) => type === 'image') ?? -1;
			return place < 0
				? answerOf('Hello.')
				: invalid(`messages.0.content.${place}.image.source.base64: Could not process image`);
		});
		const images = Array.from({length: 10}, (_, index) => image(`number ${index}`));
		expect(finishOf(await ask({messages: [userSays('look', images)], tools: []}))?.reason).toBe('stop');
		expect(server.requests.map(countImages)).toEqual([10, 9, 8, 0]);
	});
});
