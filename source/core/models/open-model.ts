import {describeError, type Failure} from '../../domain/failure.ts';
import type {Message} from '../../domain/message.ts';
import type {Model} from '../../domain/model.ts';
import {suggestion} from '../../support/nearest.ts';
import type {ScriptedModelDeps} from './demo/scripted-model.ts';

export type OpenModelDeps = ScriptedModelDeps & {
	readonly readTextFile: (path: string) => Promise<string>;
};

export type OpenedModel =
	| {
			readonly type: 'opened';
			readonly model: Model;
			/** What a person might say next, where the model knows. */
			readonly suggestPrompt: (messages: readonly Message[]) => string | undefined;
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

const refuse = (message: string, hint?: string): OpenedModel => ({
	type: 'refused',
	failure: {code: 'unknown-model', message, ...(hint === undefined ? {} : {hint})},
});

const plannedProviders = ['anthropic', 'openai', 'ollama', 'lmstudio'];

const openDemo = async (id: string, name: string, deps: OpenModelDeps): Promise<OpenedModel> => {
	const [{createScriptedModel}, {suggestPrompt}] = await Promise.all([
		import('./demo/scripted-model.ts'),
		import('./demo/find-step.ts'),
	]);
	if (name !== 'tour' && !/[./\\]/.test(name)) {
		return refuse(
			`There is no demo called "${name}"${suggestion(name, ['tour']) || '.'}`,
			'Use demo/tour, or demo/ and the path of a script file.',
		);
	}
	try {
		const script =
			name === 'tour'
				? (await import('./demo/tour.ts')).tour
				: await (await import('./demo/read-demo-script.ts')).readDemoScript(await deps.readTextFile(name));
		return {
			type: 'opened',
			model: createScriptedModel(id, script, deps),
			suggestPrompt: messages => suggestPrompt(script, messages),
		};
	} catch (error) {
		return refuse(`Cannot read the demo script ${name}: ${describeError(error)}`);
	}
};

/** Finds the adapter for `provider/model` and loads only that one. */
export const openModel = async (id: string, deps: OpenModelDeps): Promise<OpenedModel> => {
	const slash = id.indexOf('/');
	const provider = slash === -1 ? id : id.slice(0, slash);
	const name = slash === -1 ? '' : id.slice(slash + 1);
	if (provider === 'demo') {
		return openDemo(id, name, deps);
	}
	if (plannedProviders.includes(provider)) {
		return refuse(
			`This version of mcp-tui cannot talk to ${provider} yet.`,
			'It has the scripted models: try --model demo/tour.',
		);
	}
	return refuse(
		`There is no model "${id}"${suggestion(id, ['demo/tour']) || '.'}`,
		'A model is written provider/name, for example demo/tour.',
	);
};
