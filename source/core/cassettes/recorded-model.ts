import type {Model, ModelEvent, ModelRequest, ToolFit} from '../../domain/model.ts';
import type {OfferedTool} from '../../domain/tool.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import {createAnswerTape} from './answer-tape.ts';
import {printConversation} from './print-conversation.ts';
import type {CassetteWriter} from './write-cassette.ts';

export type ModelTape = {
	/** The same model; what it is asked and what it answers is recorded. */
	readonly record: (model: Model) => Model;
};

export const createModelTape = (
	{append, elapsed}: Pick<CassetteWriter, 'append' | 'elapsed'>,
	clean: <Value>(value: Value) => Value,
): ModelTape => {
	let requests = 0;

	const record = (model: Model): Model => {
		const fits = new Map<string, ToolFit>();
		let told = '';

		const describe = (): void => {
			const facts = model.facts?.();
			const description = {
				type: 'model' as const,
				model: model.id,
				...(facts === undefined ? {} : {facts}),
				...(model.toolLimit === undefined ? {} : {toolLimit: model.toolLimit}),
				...(fits.size === 0 ? {} : {fits: Object.fromEntries(fits)}),
			};
			const print = canonicalJson(description);
			if (print !== told) append(description);
			told = print;
		};

		async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
			describe();
			requests += 1;
			const number = requests;
			append({
				type: 'request',
				request: number,
				model: model.id,
				...printConversation(request.messages, clean),
				tools: request.tools.map(({modelName}) => modelName),
			});
			const tape = createAnswerTape(
				(event, at) => append({type: 'answer', request: number, event}, at),
				clean,
			);
			try {
				for await (const event of model.stream(request, signal)) {
					tape.add(event, elapsed());
					yield event;
				}
			} finally {
				tape.end();
			}
			// Some of what is known about a model is learned with a request.
			describe();
		}

		const {fitTool} = model;
		return {
			...model,
			...(fitTool === undefined
				? {}
				: {
						fitTool: (tool: OfferedTool) => {
							const fit = fitTool(tool);
							if (fit.type !== 'fits') fits.set(tool.modelName, fit);
							return fit;
						},
					}),
			stream,
		};
	};

	return {record};
};
