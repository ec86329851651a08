import {createSecretIndex, withIndex} from '../../../../source/core/credentials/secret-index.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {StateFile} from '../../../../source/domain/ports.ts';
import {revealSecret, type Secret} from '../../../../source/domain/secret.ts';
import type {Credentials} from '../../../../source/domain/server-ports.ts';
import {deleteKey} from '../../../../source/headless/keys/delete-key.ts';
import type {KeyRun, SecretInput, SecretPlace} from '../../../../source/headless/keys/key-run.ts';
import {listKeys} from '../../../../source/headless/keys/list-keys.ts';
import {setKey} from '../../../../source/headless/keys/set-key.ts';
import {createRecorder} from '../servers/fake-run.ts';

const {signal} = new AbortController();

const providers: KeyRun['providers'] = [
	{name: 'anthropic', title: 'Anthropic', keyVariables: ['ANTHROPIC_API_KEY'], needsKey: true},
	{name: 'gemini', title: 'Gemini', keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'], needsKey: true},
	{name: 'ollama', title: 'Ollama', keyVariables: [], needsKey: false},
];

/** The commands on keys, with a keychain that is a map. */
export const setUpKeys = ({
	opened = {place: 'the keychain'},
	environment = {},
	isForgetful = false,
}: {
	readonly opened?: SecretPlace;
	readonly environment?: Record<string, string>;
	readonly isForgetful?: boolean;
} = {}) => {
	const secrets = new Map<string, Secret>();
	let content: JsonObject = {grants: []};
	const state: StateFile = {
		read: async () => content,
		change: async edit => {
			content = edit(content);
			return undefined;
		},
	};
	const index = createSecretIndex(state);
	const store: Credentials = {
		place: 'the keychain',
		get: async name => secrets.get(name),
		set: async (name, secret) => {
			if (!isForgetful) secrets.set(name, secret);
		},
		delete: async name => {
			secrets.delete(name);
		},
	};
	const run: KeyRun = {
		credentials: {...withIndex(store, index), open: async () => opened},
		keptNames: index.names,
		forgetName: index.remove,
		providers,
		environment,
	};
	const set = async (name: string, typed: string | SecretInput, isJson = false) => {
		const recorder = createRecorder(isJson);
		const questions: string[] = [];
		const code = await setKey(
			{
				run,
				output: recorder.output,
				name,
				readSecret: async question => {
					questions.push(question);
					return typeof typed === 'string' ? {type: 'typed', text: typed} : typed;
				},
			},
			signal,
		);
		return {code, questions, ...recorder};
	};
	const remove = async (name: string, isJson = false) => {
		const recorder = createRecorder(isJson);
		return {code: await deleteKey({run, output: recorder.output, name}, signal), ...recorder};
	};
	const list = async (isJson = false, keys = run) => {
		const recorder = createRecorder(isJson);
		return {code: await listKeys({run: keys, output: recorder.output}, signal), ...recorder};
	};
	const kept = () => Object.fromEntries([...secrets].map(([name, secret]) => [name, revealSecret(secret)]));
	return {run, set, remove, list, kept, secrets, content: () => content};
};
