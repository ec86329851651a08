import {describe, expect, it} from 'vitest';
import {learnQuirk} from '../../../../source/core/models/openai/learn-quirk.ts';
import {noQuirks, type Quirks, type SentImage} from '../../../../source/core/models/openai/server-quirks.ts';

const refuse = (status: number, message: string, fields: object = {}) =>
	Object.assign(new Error(`${status} ${message}`), {status, error: {message, ...fields}});

const images = (...messages: readonly number[]): readonly SentImage[] =>
	messages.map(message => ({piece: {}, message}));

const learn = (
	error: unknown,
	sent: readonly SentImage[],
	quirks: Quirks = noQuirks,
	accepted: readonly SentImage[] = [],
) =>
	learnQuirk(
		error,
		{optional: [], images: sent, hasReasoning: false, hasTools: true, hasInstructions: true, answers: []},
		quirks,
		piece => accepted.some(each => each.piece === piece),
	);

describe('a complaint about images', () => {
	it.each([
		[404, 'No endpoints found that support image input'],
		[
			400,
			'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text`',
		],
		[500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
		[400, 'this model does not support images'],
		[400, "'messages.0.content' : value must be a string"],
		[400, 'Qwen3-8B is not a multimodal model'],
		[400, 'Invalid content type. image_url is only supported by certain models.'],
		[400, 'Image input modality is not enabled for models/gemma-3-1b-it'],
		[400, 'At most 0 image(s) may be provided in one prompt.'],
	])('is that the model cannot see (%i %s)', (status, message) => {
		expect(learn(refuse(status, message), images(0))).toMatchObject({seesImages: false});
		expect(learn(refuse(status, message), [])).toBeUndefined();
	});

	it.each([
		['At most 1 image(s) may be provided in one prompt.', 1],
		['Too many images provided. This model supports up to 5 images', 5],
		['Too many images in the request: 7 > 6', 6],
		['Too many images', 3],
		['You may send at most 20 images', 6],
	])('is how many it takes (%s)', (message, mostImages) => {
		expect(learn(refuse(400, message), images(0, 0, 0, 0, 0, 0, 0))).toMatchObject({
			seesImages: true,
			isBlindForNow: false,
			mostImages,
		});
	});

	it.each([
		'You uploaded an unsupported image. Please make sure your image is valid.',
		'Unable to process input image. Please retry or report in https://example.com',
		'Provided image is not valid.',
		'Could not process image',
		'image is too large',
		'Image type image/gif is not supported.',
		'image exceeds the maximum of 5 MB',
	])('is only about a new image (%s)', message => {
		const sent = images(0, 2, 2, 4);
		const [old] = sent;
		if (old === undefined) throw new Error('There is no image.');
		const first = learn(refuse(400, message), sent, noQuirks, [old]);
		expect(first).toMatchObject({seesImages: true, isBlindForNow: false});
		expect([...(first?.leftOut ?? [])]).toEqual([sent[3]?.piece]);
		const second = learn(refuse(400, message), sent.slice(0, 3), first, [old]);
		expect(second?.leftOut).toEqual(new Set(sent.slice(1).map(({piece}) => piece)));
		expect(second?.leftOut.has(old.piece)).toBe(false);
	});

	it('is only for now where the server took all of them before', () => {
		const sent = images(0, 1);
		expect(learn(refuse(400, 'Could not process image'), sent, noQuirks, sent)).toMatchObject({
			isBlindForNow: true,
			leftOut: new Set(),
		});
	});

	it.each([
		["Invalid schema for function 'image_edit': array schema missing items.", ''],
		["'image_edit' has no parameters.", 'tools[0].function.parameters'],
	])('is none where it is about a tool that happens to have such a word (%s)', (message, param) => {
		expect(learn(refuse(400, message, {param}), images(0))).toBeUndefined();
	});
});
