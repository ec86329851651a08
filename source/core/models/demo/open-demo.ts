import {describeError} from '../../../domain/failure.ts';
import type {OpenedModel} from '../../../domain/model-ports.ts';
import {suggestion} from '../../../support/nearest.ts';
import type {ScriptedModelDeps} from './scripted-model.ts';

export type OpenDemoDeps = ScriptedModelDeps & {
	readonly readTextFile: (path: string) => Promise<string>;
	/** Opens the recorded model of a cassette. */
	readonly openCassette?: (path: string) => Promise<OpenedModel>;
};

const refuse = (message: string, hint: string): OpenedModel => ({
	type: 'refused',
	failure: {code: 'unknown-model', message, hint},
});

/** Opens the tour, a script of the user's own, or what was recorded. */
export const openDemo = async (name: string, deps: OpenDemoDeps): Promise<OpenedModel> => {
	if (name !== 'tour' && !/[./\\]/.test(name)) {
		return refuse(
			`There is no demo called "${name}"${suggestion(name, ['tour']) || '.'}`,
			'Use demo/tour, or demo/ and the path of a script file or a cassette.',
		);
	}
	if (name.endsWith('.jsonl') && deps.openCassette !== undefined) return deps.openCassette(name);
	const [{createScriptedModel}, {suggestPrompt}] = await Promise.all([
		import('./scripted-model.ts'),
		import('./find-step.ts'),
	]);
	try {
		const script =
			name === 'tour'
				? (await import('./tour.ts')).tour
				: await (await import('./read-demo-script.ts')).readDemoScript(await deps.readTextFile(name));
		return {
			type: 'opened',
			model: createScriptedModel(`demo/${name}`, script, deps),
			suggestPrompt: messages => suggestPrompt(script, messages),
		};
	} catch (error) {
		return refuse(
			`Cannot read the demo script ${name}: ${describeError(error)}`,
			'A script is a YAML file such as "turns: [{prompt: Hi, steps: [{say: Hello.}]}]".',
		);
	}
};
