import {describe, expect, it} from 'vitest';
import {learnAboutImages} from '../../../../source/core/models/anthropic/refused-images.ts';
import {buildBody} from '../../../../source/core/models/anthropic/request-body.ts';
import {createToolSchemas} from '../../../../source/core/models/schema/tool-schemas.ts';
import type {Message} from '../../../../source/domain/message.ts';
import type {ToolContent} from '../../../../source/domain/tool.ts';
import {anthropicProvider} from '../../../helpers/anthropic-adapter.ts';

const image = (name: string): ToolContent => ({
	type: 'image',
	mimeType: 'image/png',
	data: Buffer.from(`\x89PNG\r\n\x1A\n-${name}`, 'latin1').toString('base64'),
});

const [first, second, third] = [image('first'), image('second'), image('third')];

const messages: readonly Message[] = [
	{role: 'user', text: 'look', attachments: [first]},
	{role: 'assistant', blocks: [{type: 'tool-call', callId: 'c', modelName: 'shot', arguments: {}}]},
	{role: 'tool', callId: 'c', outcome: 'succeeded', content: [second, {type: 'text', text: 'and'}, third]},
];

const lessonOf = (refusal: string, hidden: readonly object[] = [], isInVain = false, sent = messages) => {
	const isHidden = (part: object): boolean => hidden.includes(part);
	const request = {messages: sent, tools: []};
	const body = buildBody(request, {
		model: 'm',
		provider: anthropicProvider(),
		schemas: createToolSchemas('anthropic'),
		form: {
			seesImages: true,
			takesTemperature: true,
			takesCacheMarks: true,
			takesInstructions: true,
			takesForcedCalls: true,
			takesForgiving: false,
			isRefused: isHidden,
		},
	});
	return learnAboutImages(refusal, {request, body, isHidden, isInVain});
};

describe('a refusal that is about images', () => {
	it.each([
		'This model does not support image input.',
		'messages.0.content.0.image.source.base64: images are not supported by this model',
		'Image inputs are not allowed for this model',
		"'m' is not a multimodal model",
		'this model cannot process images',
		'm has no vision',
		'messages[0].content[0]: unknown variant `image`, expected `text`',
		'At most 0 image(s) may be provided in one request.',
	])('means that the model sees none: %s', refusal => {
		expect(lessonOf(refusal)).toEqual({type: 'blind'});
	});

	it.each([
		['messages.0.content: too many images and documents: 3 + 0 > 2', 2],
		['At most 1 image(s) may be provided in one request.', 1],
		['Too many images in the request', 1],
	])('means that there are too many: %s', (refusal, most) => {
		expect(lessonOf(refusal)).toEqual({type: 'fewer', most});
	});

	it('means that there are too many where their number makes the rules for each of them stricter', () => {
		const refusal =
			'messages.0.content.3.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels';
		const many: Message = {role: 'user', text: '', attachments: Array.from({length: 30}, () => image('x'))};
		expect(lessonOf(refusal, [], false, [many])).toEqual({type: 'fewer', most: 20});
		expect(lessonOf(refusal)).toMatchObject({type: 'hide'});
	});

	it.each([
		['messages.0.content.0.image.source.base64: Could not process image', first],
		['messages.2.content.0.tool_result.content.0.image.source.base64.media_type: Input should be', second],
		['messages.2.content.0.tool_result.content.2.image.source: image exceeds 5 MB maximum', third],
		['messages[2].content[0].content[2]: image format is not supported', third],
		['messages.0.content.0: image/avif is not supported', first],
	])('hides the image that it names: %s', (refusal, named) => {
		expect(lessonOf(refusal)).toEqual({type: 'hide', images: [named]});
	});

	it('hides what the model has not answered to yet where it names none, and then everything', () => {
		const refusal = 'Could not process image';
		expect(lessonOf(refusal)).toEqual({type: 'hide', images: [second, third]});
		expect(lessonOf(refusal, [second, third])).toEqual({type: 'hide', images: [first]});
		expect(lessonOf(refusal, [first, second, third])).toBeUndefined();
	});

	it('hides everything where naming one at a time does not come to an end', () => {
		const refusal = 'messages.0.content.0.image.source.base64: Could not process image';
		expect(lessonOf(refusal, [], true)).toEqual({type: 'hide', images: [first, second, third]});
	});

	it('is none where no image was sent', () => {
		const refusal = 'This model does not support image input.';
		expect(lessonOf(refusal, [first, second, third])).toBeUndefined();
		expect(lessonOf('messages: something is wrong')).toBeUndefined();
	});
});
