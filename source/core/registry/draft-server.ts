import type {DraftArgument, DraftSetting, EntryDraft} from '../../domain/server-registry.ts';
import {isLoopback} from '../../support/loopback.ts';
import {createDraftValues, UnusableEntry} from './draft-values.ts';
import type {RegistryArgument, RegistryPackage, RegistryRemote} from './registry-shapes.ts';

const word = (text: string): DraftArgument => ({words: [[text]]});

type Runner = {
	readonly title: string;
	readonly command: string;
	/** Where its packages come from unless it is told otherwise. */
	readonly home: RegExp;
	readonly identifier: RegExp;
	readonly before: (env: readonly DraftSetting[]) => readonly DraftArgument[];
	readonly packageWord: (identifier: string, version: string | undefined) => string;
	readonly after?: readonly DraftArgument[];
	/** Arguments that are there anyway. */
	readonly own: ReadonlySet<string>;
};

const none = () => [];

/** Only names: an address or a path would make the runner fetch something from anywhere. */
const runners: Readonly<Record<string, Runner>> = {
	npm: {
		title: 'npm package',
		command: 'npx',
		home: /^https:\/\/registry\.npmjs\.org\/?$/,
		identifier: /^(?:@[a-z\d~][\w.~-]*\/)?[a-z\d~][\w.~-]*$/i,
		before: () => [word('-y')],
		packageWord: (identifier, version) => (version === undefined ? identifier : `${identifier}@${version}`),
		own: new Set(['-y', '--yes']),
	},
	pypi: {
		title: 'Python package',
		command: 'uvx',
		home: /^https:\/\/pypi\.org(?:\/simple)?\/?$/,
		identifier: /^[a-z\d](?:[\w.-]*[a-z\d])?$/i,
		before: none,
		packageWord: (identifier, version) => (version === undefined ? identifier : `${identifier}@${version}`),
		own: new Set(),
	},
	oci: {
		title: 'container image',
		command: 'docker',
		home: /^https:\/\/(?:docker\.io|ghcr\.io|index\.docker\.io)\/?$/,
		identifier: /^[a-z\d][a-z\d._/-]*(?::\d+\/[a-z\d._/-]+)?(?::[\w][\w.-]*)?(?:@sha256:[a-f\d]{64})?$/,
		before: env => [
			...['run', '-i', '--rm'].map(word),
			...env.map(({name, text}) => ({
				words: [['-e'], [name]],
				needs: text.flatMap(piece => (typeof piece === 'string' ? [] : [piece.wanted])),
			})),
		],
		packageWord: (identifier, version) =>
			version === undefined || /[:@][^/]*$/.test(identifier) ? identifier : `${identifier}:${version}`,
		own: new Set(['run', '-i', '--interactive', '--rm']),
	},
	nuget: {
		title: '.NET package',
		command: 'dnx',
		home: /^https:\/\/api\.nuget\.org(?:\/v3\/index\.json)?\/?$/,
		identifier: /^[a-z\d_][\w.-]*$/i,
		before: none,
		packageWord: (identifier, version) => (version === undefined ? identifier : `${identifier}@${version}`),
		after: [word('--yes')],
		own: new Set(['--yes', '-y']),
	},
};

const versionPattern = /^[\w][\w.+-]*$/;

const variableName = /^[A-Za-z_][A-Za-z\d_.-]*$/;

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

const firstWord = (input: RegistryArgument): string | undefined =>
	input.type === 'named' ? input.name : input.value;

/** How a package is started. Throws `UnusableEntry`. */
export const draftPackage = (entry: RegistryPackage): EntryDraft => {
	const {identifier, version, registryBaseUrl, transport} = entry;
	const runner = Object.hasOwn(runners, entry.registryType) ? runners[entry.registryType] : undefined;
	if (runner === undefined) throw new UnusableEntry('there is nothing here that runs this kind');
	if (transport.type !== 'stdio') {
		throw new UnusableEntry('it is a web server that has to run already; add its address instead');
	}
	if (!runner.identifier.test(identifier)) throw new UnusableEntry('its name is none of a package');
	if (version !== undefined && !versionPattern.test(version)) throw new UnusableEntry('its version is none');
	if (registryBaseUrl !== undefined && !runner.home.test(registryBaseUrl)) {
		throw new UnusableEntry(`it is not where ${runner.command} looks for packages`);
	}
	const values = createDraftValues();
	const env = entry.environmentVariables.map(input => {
		if (!variableName.test(input.name)) throw new UnusableEntry('a variable of it has a name that is none');
		return values.setting(input, 'env');
	});
	const runtime = entry.runtimeArguments.filter(input => !runner.own.has(firstWord(input) ?? ''));
	const packageWord = runner.packageWord(identifier, version);
	return {
		type: 'stdio',
		label: `${runner.title} ${packageWord}, run with ${runner.command}`,
		command: runner.command,
		args: [
			...runner.before(env),
			...runtime.map((input, index) => values.argument(input, `runtime:${index}`)),
			word(packageWord),
			...(runner.after ?? []),
			...entry.packageArguments.map((input, index) => values.argument(input, `argument:${index}`)),
		],
		env,
		wanted: values.wanted(),
	};
};

/** How a server on the network is reached. Throws `UnusableEntry`. */
export const draftRemote = (entry: RegistryRemote): EntryDraft => {
	const values = createDraftValues();
	const url = values.withVariables(entry.url, entry.variables, 'url');
	const sample = url.map(piece => (typeof piece === 'string' ? piece : 'x')).join('');
	if (!URL.canParse(sample)) throw new UnusableEntry('its address is none');
	const {protocol, hostname, username, password} = new URL(sample);
	if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
		throw new UnusableEntry('its address does not begin with https://');
	}
	if (username !== '' || password !== '') throw new UnusableEntry('there is a user name in its address');
	const headers = entry.headers.map(input => {
		if (!headerName.test(input.name)) throw new UnusableEntry('a header of it has a name that is none');
		return values.setting(input, 'header');
	});
	const type = entry.type === 'sse' ? 'sse' : 'http';
	return {
		type,
		label: `${type === 'sse' ? 'SSE' : 'HTTP'} at ${hostname}`,
		url,
		headers,
		wanted: values.wanted(),
	};
};
