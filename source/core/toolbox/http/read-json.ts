export type JsonRead =
	| {readonly type: 'read'; readonly value: unknown}
	| {readonly type: 'malformed'}
	| {readonly type: 'too-deep'};

/**
 * Told before it is parsed, so that whatever walks through the value by calling itself comes to an end. A loop over
 * characters, because a pattern would need memory for every one of a long text.
 */
const isDeeper = (text: string, deepest: number): boolean => {
	let depth = 0;
	let isInText = false;
	for (let index = 0; index < text.length; index += 1) {
		const character = text[index];
		if (isInText) {
			if (character === '\\') index += 1;
			else if (character === '"') isInText = false;
		} else if (character === '"') isInText = true;
		else if (character === '[' || character === '{') depth += 1;
		else if (character === ']' || character === '}') depth -= 1;
		if (depth > deepest) return true;
	}
	return false;
};

export const readJson = (text: string, deepest: number): JsonRead => {
	if (isDeeper(text, deepest)) return {type: 'too-deep'};
	try {
		const value: unknown = JSON.parse(text);
		return {type: 'read', value};
	} catch {
		// Where it is wrong its author sees better than we could tell.
		return {type: 'malformed'};
	}
};
