import type {WantedAnswers, WantedValue} from '../../domain/server-registry.ts';
import {soundsSecret} from '../../support/secret-names.ts';
import type {Bench} from '../bench/section.ts';
import {safeText} from './overview-lines.ts';

const questionOf = ({label, description, example, isRequired}: WantedValue): string => {
	const note = [description, example === undefined ? undefined : `such as ${example}`]
		.filter(part => part !== undefined)
		.join(', ');
	return safeText(
		`${label}${note === '' ? '' : ` (${note.slice(0, 100)})`}${isRequired ? '' : ', optional'}: `,
	);
};

/** Variables and headers that are called like secrets are kept in the keychain when the entry is saved. */
const isKeptWhenSaved = ({id}: WantedValue): boolean => {
	const [, name] = /^(?:env|header):([^{]+)/.exec(id) ?? [];
	return name !== undefined && soundsSecret(name);
};

/** Where nothing would tell that it is a secret, the chat asks for it and keeps it. */
const referenceTo = (server: string, {label}: WantedValue): string =>
	`\${input:${server}-${label.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^[_-]+|[_-]+$/g, '')}}`;

/** Asks for one value after the other. Whoever leaves one of them leaves all. */
export const askWanted = (
	bench: Pick<Bench, 'choose' | 'prompt'>,
	wanted: readonly WantedValue[],
	/** What the server is to be called. */
	server: string,
	done: (answers: WantedAnswers) => void,
	answers: WantedAnswers = new Map(),
): void => {
	const [first, ...rest] = wanted;
	if (first === undefined) {
		done(answers);
		return;
	}
	const take = (text: string): void =>
		askWanted(bench, rest, server, done, new Map(answers).set(first.id, text));
	if (first.isSecret && !isKeptWhenSaved(first)) {
		take(referenceTo(server, first));
	} else if (first.choices !== undefined) {
		bench.choose({
			title: questionOf(first),
			choices: first.choices.map(value => ({
				label: value,
				...(value === first.fallback ? {detail: 'the default'} : {}),
				value,
			})),
			run: ([value]) => take(value ?? ''),
		});
	} else {
		bench.prompt({
			label: questionOf(first),
			...(first.fallback === undefined ? {} : {text: first.fallback}),
			isSecret: first.isSecret,
			problem: text =>
				first.isRequired && text.trim() === '' ? 'It does not work without this.' : undefined,
			run: take,
		});
	}
};
