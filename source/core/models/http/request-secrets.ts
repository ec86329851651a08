import type {ModelTrouble} from '../../../domain/model.ts';
import {revealSecret, type Secret} from '../../../domain/secret.ts';
import type {Provider} from '../adapter.ts';
import {keyAdvice} from './provider-advice.ts';

/** Shorter values of headers are ordinary words. */
const shortestHeader = 4;

/** A server that repeats a header may leave out how the proof is made. */
const scheme = /^\s*(?:bearer|basic|token|key|apikey|api-key)\s+/i;

const formsOf = (text: string): readonly string[] => [text, text.trim(), text.trim().replace(scheme, '')];

/** What is sent with every request and never shown, in the forms in which it may come back. */
export const requestSecrets = ({headers}: Provider, key: Secret | undefined): readonly string[] => {
	const ofKey = key === undefined ? [] : formsOf(revealSecret(key)).filter(text => text !== '');
	const ofHeaders = Object.values(headers)
		.flatMap(formsOf)
		.filter(text => text.length >= shortestHeader);
	return [...new Set([...ofKey, ...ofHeaders])];
};

/** Whatever refuses a key as a header shows it in full, or says nothing about a key. */
export const isSendableKey = (key: Secret): boolean => /^[\x20-\x7E]+$/.test(revealSecret(key).trim());

/** Of a key that no header can carry. Nothing was sent. */
export const unsendableKeyTrouble = (provider: Provider): ModelTrouble => ({
	kind: 'wrong-key',
	failure: {
		code: 'wrong-key',
		message: `The key for ${provider.title} has characters in it that cannot be sent, such as a line break.`,
		hint: keyAdvice(provider),
	},
});
