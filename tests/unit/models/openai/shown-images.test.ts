import {describe, expect, it} from 'vitest';
import {noQuirks, type Quirks} from '../../../../source/core/models/openai/server-quirks.ts';
import {showImages} from '../../../../source/core/models/openai/shown-images.ts';
import type {Message} from '../../../../source/domain/message.ts';
import type {ToolContent} from '../../../../source/domain/tool.ts';
import {pixel} from '../../../helpers/openai-adapter.ts';

const image = (): ToolContent => ({type: 'image', mimeType: 'image/png', data: pixel});
const text: ToolContent = {type: 'text', text: 'Here.'};
const [first, second, third] = [image(), image(), image()] as const;

const result = (content: readonly ToolContent[]): Message => ({
	role: 'tool',
	callId: 'a',
	outcome: 'succeeded',
	content,
});
const messages: readonly Message[] = [
	{role: 'user', text: 'Look', attachments: [first]},
	{role: 'assistant', blocks: [{type: 'text', text: 'Hm.'}]},
	result([text, second, third]),
];

const show = (quirks: Partial<Quirks> = {}, isLeftOut: (piece: object) => boolean = () => false) => {
	const {images, partsOf} = showImages(messages, {...noQuirks, ...quirks}, isLeftOut);
	const shown = [first, second, third].map(piece => partsOf([piece])[0]?.type === 'image');
	return {images, shown};
};

describe('the images of a conversation', () => {
	it('are all shown, and known by their content and message', () => {
		const {images, shown} = show();
		expect(shown).toEqual([true, true, true]);
		expect(images.map(({message}) => message)).toEqual([0, 2, 2]);
		expect(images[1]?.piece).toBe(second);
	});

	it('are only the newest where a server takes so many', () => {
		const {images, shown} = show({mostImages: 2});
		expect(shown).toEqual([false, true, true]);
		expect(images).toHaveLength(2);
	});

	it('are without those that the server would not take, which do not count', () => {
		expect(show({mostImages: 2}, piece => piece === third).shown).toEqual([true, true, false]);
	});

	it.each([{seesImages: false}, {isBlindForNow: true}])('are not shown to the blind (%j)', quirks => {
		expect(show(quirks)).toEqual({images: [], shown: [false, false, false]});
	});

	it('do not count where they cannot be sent at all', () => {
		const broken: ToolContent = {type: 'image', mimeType: 'image/png', data: '?'};
		const {images, partsOf} = showImages([result([broken])], noQuirks, () => false);
		expect(images).toEqual([]);
		expect(partsOf([broken])).toMatchObject([{text: expect.stringContaining('not in a form')}]);
	});

	it('leave the words beside them in place, and never nothing', () => {
		const {partsOf} = showImages(messages, {...noQuirks, seesImages: false}, () => false);
		expect(partsOf([{type: 'text', text: ' '}, text, second]).map(part => part.type)).toEqual([
			'text',
			'text',
		]);
		expect(partsOf([{type: 'text', text: ' '}])).toEqual([{type: 'text', text: '[no content]'}]);
	});
});
