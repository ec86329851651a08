/** Words for what only its owner may know. Names are looked at closely or not, but always with these. */
const plain = 'token|secret|passw|passphrase|passcode|pwd|auth|credential|bearer|cookie';
/** Also parts of other words: passenger, shipping. */
const short = {last: 'pass', alone: 'pin|otp'};
/** Much that is harmless is called so, too: the key of a map, the signature of a function. */
const common = 'key|signature';

/** The words as part of a regular expression that ignores case. */
export const secretWord = `${plain}|${common}|(?:${short.last})(?![a-z])|(?<![a-z])(?:${short.alone})(?![a-z])`;

const anywhere = new RegExp(secretWord, 'i');

/** Whether a variable, header, option or parameter of this name usually holds a secret. */
export const soundsSecret = (name: string): boolean => anywhere.test(name);

const keyOf =
	'api|access|secret|private|signing|encryption|auth|master|license|service|account|ssh|client|subscription|shared';
const asLastWord = new RegExp(
	`(?:^|-)(?:(?:api|access|auth|client|id|refresh|session|user)?(?:${plain})(?:ord|d|orization|entication|s)?|${short.last}|${short.alone}|(?:${keyOf})-?key)$`,
);
/** Places in lists and in time, which are nobody's secret, and without which nothing goes on. */
const isPlace =
	/(?:^|-)(?:progress|page|next|previous|continuation|pagination|sync|max|min|stop|end)-?token$|tokens$/;

const longestName = 100;

/** `accessToken`, `ACCESS_TOKEN` and `access.token` are `access-token`. */
const inWords = (name: string): string =>
	name
		.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
		.replaceAll(/[^A-Za-z\d]+/g, '-')
		.toLowerCase();

/**
 * Whether a member of plain data with this name holds a secret. More strict than what is said about settings: data are
 * full of `author` and `keyword`, `primaryKey` and `nextPageToken`.
 */
export const namesSecret = (name: string): boolean => {
	if (name.length > longestName) return false;
	const words = inWords(name);
	return asLastWord.test(words) && !isPlace.test(words);
};

const numericName = /(?:^|-)(?:pin|otp|passcode|password|pwd)$/;

/** Whether a number with this name is a secret: one that a person types. */
export const namesSecretNumber = (name: string): boolean =>
	name.length <= longestName && numericName.test(inWords(name));

/** Whether a parameter of an address holds a secret: there, more is. */
export const namesSecretParameter = (name: string): boolean =>
	namesSecret(name) || /(?:^|-)(?:key|sig|signature)$/.test(inWords(name.slice(0, longestName)));

/** How keys begin that say of whom they are. */
export const tokenStarts = 'sk-|pk_|rk_|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|AKIA|ASIA|AIza|npm_|hf_';
