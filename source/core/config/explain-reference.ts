// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {suggestion} from '../../support/nearest.ts';

const ownKinds = ['env', 'keychain', 'input', 'file', 'command'];

/** What a file of somebody else may name. */
const forAll = ['${VAR}', '${VAR:-default}', '${env:VAR}', '${workspaceFolder}'];
const forOwn = ['${keychain:name}', '${input:id}', '${file:path}', '${command:line}'];

/** References of other clients, and what stands for the same here. */
const elsewhere: Readonly<Record<string, string>> = {
	userHome: '${HOME}, or ${USERPROFILE} on Windows',
	workspaceRoot: '${workspaceFolder}',
	cwd: '${workspaceFolder}',
	pathSeparator: 'the / itself',
	'/': 'the / itself',
};

/** What to write in the place of a reference that only other clients know. */
export const elsewhereHint = (name: string): string | undefined =>
	Object.hasOwn(elsewhere, name)
		? `\${${name}} belongs to other clients; in its place write ${elsewhere[name]}`
		: undefined;

const longestShown = 40;

/** Nothing beyond a name is repeated: what follows it may be a secret. */
const whatIsWrong = (written: string, isForeign: boolean): string => {
	if (!written.endsWith('}')) return 'a "${" here is never closed';
	const inner = written.slice(2, -1);
	const [word = ''] = /^[\w.-]*/.exec(inner.replace(/^env:/, '')) ?? [];
	const name = word.slice(0, longestShown);
	if (inner.trim() === '') return `"${written}" names nothing`;
	if (/^(?:env:)?\w+:[?=+]/.test(inner) || /^(?:env:)?[A-Za-z_]\w*[#%/^,@]/.test(inner))
		return `of what shells can do with \${${name}}, only \${${name}:-default} is known`;
	const [, kind] = /^([A-Za-z][\w.-]*):/.exec(inner) ?? [];
	if (kind !== undefined && kind !== 'env') {
		const kinds = isForeign ? ['env'] : ownKinds;
		return kinds.includes(kind)
			? `"\${${kind}:" is followed by no name`
			: `"\${${kind.slice(0, longestShown)}:" is no kind of reference${suggestion(kind, kinds)}`;
	}
	return word === '' || /^\d/.test(word) || word !== inner.replace(/^env:/, '')
		? 'a "${" here begins no reference'
		: `"${name}" is no name of a variable, which has letters, digits and "_" only`;
};

/** Why a text that begins like a reference is none, what may be written, and how to write the text itself. */
export const explainBroken = (written: string, isForeign: boolean): string => {
	const known = isForeign ? forAll : [...forAll, ...forOwn];
	const hint = elsewhereHint(written.slice(2, -1));
	const wrong = hint ?? whatIsWrong(written, isForeign);
	const end = wrong.endsWith('?') ? '' : '.';
	return `${wrong}${end} Known are ${known.join(', ')}; $\${ stands for \${ itself`;
};
