import type {AnswerPath} from '../../../domain/custom-tool.ts';

const steps = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\["([^"]*)"\]/y;

const plainToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

/** Reads `data.items[0].name`, `$.data["a key"]` or the JSON pointer `/data/items/0/name`; undefined where it is none. */
export const readAnswerPath = (written: string): AnswerPath | undefined => {
	if (written.startsWith('/')) {
		return {written, keys: written.slice(1).split('/').map(plainToken)};
	}
	const text = written.trim().replace(/^\$\.?/, '');
	const keys: string[] = [];
	steps.lastIndex = 0;
	while (steps.lastIndex < text.length) {
		const [, name, index, quoted] = steps.exec(text) ?? [];
		const key = name ?? index ?? quoted;
		if (key === undefined) return undefined;
		keys.push(key.trim());
	}
	return keys.length === 0 || keys.includes('') ? undefined : {written, keys};
};
