import type {Check} from '../../domain/check.ts';
import type {JsonValue} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {soundsSecret} from '../../support/secret-names.ts';

/** A check that waits for somebody's word. */
export type RiskyCheck = {
	readonly check: Check;
	/** What of the environment is in its arguments. */
	readonly variables: readonly string[];
	/** Why it is not run by itself. */
	readonly risk: string;
};

const mostOfValue = 300;

/** A value is long where it is a document; how much of it is not shown is said. */
const showValue = (value: JsonValue): string => {
	const text = JSON.stringify(value);
	const more = text.length - mostOfValue;
	return more > 0 ? `${text.slice(0, mostOfValue)}… (${more} more characters)` : text;
};

/** Secrets first, so that none is looked for behind a crowd of others. */
export const secretsFirst = (names: readonly string[]): readonly string[] => {
	const unique = [...new Set(names)];
	return [...unique.filter(soundsSecret), ...unique.filter(name => !soundsSecret(name))];
};

const sendsSecret = ({variables}: RiskyCheck): boolean => variables.some(soundsSecret);

const callLines = ({check: {server, tool, arguments: args}, risk}: RiskyCheck): readonly string[] => [
	`  ${tool} of ${server}: ${risk}`,
	// As they are in the file: what a variable holds is nothing for a screen.
	...Object.entries(args).map(([key, value]) => `    ${key}: ${showValue(value)}`),
];

const variableLines = (risky: readonly RiskyCheck[]): readonly string[] => {
	const servers = new Map<string, readonly string[]>();
	for (const {check, variables} of risky.filter(each => each.variables.length > 0)) {
		servers.set(check.server, [...(servers.get(check.server) ?? []), ...variables]);
	}
	return [...servers].map(([server, names]) => `  to ${server}: ${secretsFirst(names).join(', ')}`);
};

/**
 * Everything that a yes would mean: no call and no variable is left out, however many there are. What is sent comes
 * last, since the end of a long question is what a terminal shows.
 */
export const questionAbout = (risky: readonly RiskyCheck[]): string => {
	const calls = [...risky.filter(sendsSecret), ...risky.filter(each => !sendsSecret(each))];
	const sent = variableLines(risky);
	return [
		'These calls need your word:',
		...calls.flatMap(callLines),
		...(sent.length === 0 ? [] : ['Variables of your environment that are sent:', ...sent]),
		risky.length === 1 ? 'Run this test, too? [y/N] ' : `Run these ${risky.length} tests, too? [y/N] `,
	]
		.map(sanitiseLine)
		.join('\n');
};
