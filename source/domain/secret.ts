const mask = '••••';

/** A text that nobody may see by accident: printed, serialised or inspected it is dots. */
export type Secret = {readonly toString: () => string; readonly toJSON: () => string};

const texts = new WeakMap<Secret, string>();
const listeners = new Set<(text: string) => void>();

/** Tells of every secret that is made from now on, so that it can be kept out of sight. Returns how to stop that. */
export const watchSecrets = (learn: (text: string) => void): (() => void) => {
	listeners.add(learn);
	return () => {
		listeners.delete(learn);
	};
};

export const createSecret = (text: string): Secret => {
	const secret: Secret = Object.freeze({
		toString: () => mask,
		toJSON: () => mask,
		[Symbol.for('nodejs.util.inspect.custom')]: () => mask,
	});
	texts.set(secret, text);
	for (const learn of listeners) {
		learn(text);
	}
	return secret;
};

/** Only for whoever sends it where it belongs. */
export const revealSecret = (secret: Secret): string => {
	const text = texts.get(secret);
	if (text === undefined) throw new Error('This is not a secret that was made here.');
	return text;
};
