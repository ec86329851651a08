import type {AnswerPath} from '../../../domain/custom-tool.ts';
import {anyStep, readJsonPath} from '../../../support/json-path.ts';

/** `data.items` is the short form of `$.data.items`. */
const inFull = (text: string): string => {
	if (/^[$/]/.test(text)) return text;
	return text.startsWith('[') ? `$${text}` : `$.${text}`;
};

/** Reads `data.items[0].name`, `$.data["a key"]` or the JSON pointer `/data/items/0/name`; undefined where it is none. */
export const readAnswerPath = (written: string): AnswerPath | undefined => {
	const steps = readJsonPath(inFull(written.trim())) ?? [];
	const keys = steps.flatMap(step => (step === anyStep ? [] : [String(step)]));
	// A result is at one place, so nothing may stand for several.
	return keys.length === 0 || keys.length < steps.length ? undefined : {written, keys};
};
