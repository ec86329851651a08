import type {Models} from '../../source/domain/model-ports.ts';
import {createAppHarness} from './app-harness.ts';
import {nameModel, offerProvider} from './fake-models.ts';

const local = offerProvider('ollama', {isLocal: true, baseUrl: 'http://127.0.0.1:11434'});
export const usableProviders = [offerProvider('test', {keySource: 'TEST_KEY'}), local];

export const listed = (provider: string, count: number) => ({
	type: 'listed' as const,
	models: Array.from({length: count}, (_, index) => ({id: `${provider}/m-${index + 1}`})),
});

/** An app in which commands about models can be typed. */
export const setUpModels = (models: Models | undefined, current = 'test/model') => {
	const harness = createAppHarness({
		...(models === undefined ? {} : {models}),
		model: nameModel(current),
	});
	/** What is said after the command, once it is said. */
	const type = async (text: string) => {
		const before = harness.app.getState().items.length;
		harness.app.submit(text);
		await harness.until(state => state.items.length > before);
		const last = harness.app.getState().items.at(-1);
		return last?.type === 'notice' ? {lines: last.text.split('\n'), tone: last.tone} : undefined;
	};
	return {...harness, type};
};
