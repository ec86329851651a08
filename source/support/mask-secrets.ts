import {secretWord, soundsSecret, tokenStarts} from './secret-names.ts';

export const mask = '•••';

const reference = /\$\{[^{}]*\}/g;

/** Whether a text is nothing but `${...}`, which says where a value is and not what it is. */
const isReference = (text: string): boolean => text !== '' && text.replaceAll(reference, '') === '';

const knownToken = new RegExp(
	String.raw`\b(?:${tokenStarts})[\w-]{8}|\beyJ[\w-]{10,}\.[\w-]+|^(Bearer|Basic|Token)\s+\S`,
	'i',
);
const randomLooking = /^(?=.*[A-Za-z])(?=.*\d)[\w+/=-]{24,}$/;

const isPath = (text: string): boolean => /^(\.{0,2}|~)\//.test(text);

/** `mcp-server-for-maps-v2`: long, with a digit, and yet written by a person. */
const isMadeOfWords = (text: string): boolean =>
	text.split(/[-_]/).every(part => part.length <= 3 || /^([a-z]+|\d{1,4})$/i.test(part)) &&
	/[a-z]{3}/i.test(text);

/** Whether a text has the shape of a token or key. */
export const looksSecret = (value: string): boolean =>
	!isReference(value) &&
	(knownToken.test(value) || (randomLooking.test(value) && !isPath(value) && !isMadeOfWords(value)));

const harmless = /^(\d{1,6}|true|false|[a-z]{1,12}|[\w.~-]*\/[\w./~-]*|[A-Z]:\\[\w.\\ -]*)$/i;

/** A value of an environment: shown only if neither its name nor its own shape speaks against it. */
export const maskValue = (name: string, value: string): string => {
	if (isReference(value)) return value;
	return !soundsSecret(name) && !looksSecret(value) && (value === '' || harmless.test(value)) ? value : mask;
};

/** A part of a path that no person wrote: many services put a key there. */
const looksRandom = (segment: string): boolean =>
	segment.length >= 20 && /\d/.test(segment) && /[a-z]/i.test(segment) && /^[\w~.=%+-]+$/.test(segment);

/** Passwords are not always escaped: where the beginning is no plain host, all before the last `@` may be one. */
const userInfo = /^(?:[^/?#]*@|[^/?#[\]]*:(?!\d*(?:[/?#]|$)))/;

/** `read_only=true` matters and tells nothing; every other parameter may. */
const isSwitch = (parameter: string): boolean => {
	const [, name = ''] = /^([a-z][\w.-]{0,39})=(?:true|false|yes|no|on|off)$/i.exec(parameter) ?? [];
	return name !== '' && !soundsSecret(name) && !looksSecret(name);
};

const maskQuery = (query: string): string => {
	const shown = query.split('&').map(parameter => (isSwitch(parameter) ? parameter : mask));
	return shown.filter((part, index) => part !== mask || shown[index - 1] !== mask).join('&');
};

const maskAddress = (address: string, insteadOfUser: string): string => {
	const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/|(?=\$\{))(.+)$/is.exec(address) ?? [];
	if (rest === '') return '(not a URL)';
	const cut = userInfo.test(rest.replaceAll(reference, '')) ? rest.lastIndexOf('@') + 1 : 0;
	const [, place = '', query = ''] = /^([^?#]*)(\?[^#]*)?/s.exec(rest.slice(cut)) ?? [];
	const [host = '', ...path] = place.split('/');
	const shown = path.map(segment => (looksRandom(segment) || looksSecret(segment) ? mask : segment));
	const user = cut > 0 ? insteadOfUser : '';
	return `${scheme}${user}${[host, ...shown].join('/')}${query.length > 1 ? `?${maskQuery(query.slice(1))}` : ''}`;
};

/**
 * The address of a server as it may be shown: without user, password, query, and parts of its path that look like keys.
 * It need not be valid: an address with `${...}` in it is none until that is filled in.
 */
export const maskUrl = (address: string): string => maskAddress(address, '');

const kindOfAuth = /^(Bearer|Basic|Token)\s+/i;

/** A reference says where a secret is, and may be seen. */
const maskUnlessReference = (value: string): string =>
	isReference(value.replace(kindOfAuth, '')) ? value : mask;

const address = /[a-z][a-z0-9+.-]*:\/\/[^\s'"<>]+/gi;
/** `X-API-Key: value`, `token=value`, `"password": "value"`, anywhere in a text. */
const namedSecret = new RegExp(
	String.raw`([\w.-]{0,64}(?:${secretWord})[\w.-]{0,64}["']?\s*[=:]\s*["']?)(?!//)((?<=")[^"]+|(?<=')[^']+|(?:(?:Bearer|Basic|Token)\s+)?[^\s"'&;]+)`,
	'gi',
);
/** `--token value` inside a longer text, such as a script. */
const optionSecret = new RegExp(
	String.raw`(--?[\w-]{0,64}(?:${secretWord})[\w-]{0,64}\s+["']?)(?!-)([^\s"']+)`,
	'gi',
);
const authText = /\b(Bearer|Basic)\s+(.+)/gis;

const maskText = (text: string): string =>
	text
		.replaceAll(address, found => maskAddress(found, `${mask}@`))
		.replaceAll(namedSecret, (_, start: string, value: string) => `${start}${maskUnlessReference(value)}`)
		.replaceAll(optionSecret, (_, start: string, value: string) => `${start}${maskUnlessReference(value)}`)
		.replaceAll(authText, (_, kind: string, value: string) => `${kind} ${maskUnlessReference(value)}`);

/** Nobody reads more of an argument, and looking for secrets in a whole program takes long. */
const maxLength = 2000;

/** A port, a mapping of ports or a path: what -p means where it is no password. */
const isPortOrPath = (value: string): boolean => /^\d{1,5}(:\S*)?$|[\\/]|^\./.test(value);

/** Options that are written with one dash, and begin like `-p<password>`. */
const longWithOneDash =
	/^-p(?:ort|ath|roject|rofile|refix|rint|retty|lugins?|rotocol|roxy|ackages?|arams?|arallel|id|rod|ublic|reset|rovider|olicy|ool|ass\w*|y)(?![a-z])/i;

/** The password in `-p<password>`, as database clients take it. */
export const attachedPassword = (argument: string): string | undefined => {
	const [, attached] = /^-p(.+)$/s.exec(argument) ?? [];
	const isOther = attached === undefined || isPortOrPath(attached) || longWithOneDash.test(argument);
	return isOther || isReference(attached) ? undefined : attached;
};

const maskArgument = (argument: string): string => {
	if (attachedPassword(argument) !== undefined) return `-p${mask}`;
	if (argument.length > maxLength) return `${maskArgument(argument.slice(0, maxLength))}…`;
	if (isReference(argument)) return argument;
	if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(argument)) return maskAddress(argument, `${mask}@`);
	// What is before the first `=` of an address is not a name: it may itself hold a password.
	const [, start = '', name = '', value = ''] =
		/^(([^=\s:/"'{}]+)(?:=|:\s*))(?!\/\/)(.+)$/s.exec(argument) ?? [];
	if (name !== '' && (soundsSecret(name) || looksSecret(value)))
		return `${start}${maskUnlessReference(value)}`;
	return looksSecret(argument) ? mask : maskText(argument);
};

const isOption = (argument: string): boolean => /^--?[^=\s]+$/.test(argument);

/** The value of an option, as it may be shown. */
const maskOptionValue = (option: string, value: string): string => {
	if (value.startsWith('-')) return maskArgument(value);
	if (soundsSecret(option)) return maskUnlessReference(value);
	if (option === '-p' && !isPortOrPath(value)) return maskUnlessReference(value);
	const [, user] = (option === '-u' || option === '--user' ? /^([^:/]*:)./s.exec(value) : null) ?? [];
	return user === undefined ? maskArgument(value) : `${user}${mask}`;
};

/** Arguments of a command without those that hold secrets. */
export const maskArguments = (args: readonly string[]): readonly string[] =>
	args.map((argument, index) => {
		const before = args[index - 1] ?? '';
		return isOption(before) ? maskOptionValue(before, argument) : maskArgument(argument);
	});

const quote = (text: string): string =>
	/^[\w@%+=:,./\\•-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** A command as a person would type it, without secrets. */
export const showCommand = (command: string, args: readonly string[]): string =>
	[maskArgument(command), ...maskArguments(args)].map(quote).join(' ');
