import type {ModelEvent, ModelTrouble} from '../../domain/model.ts';

/** Far more than a model asks for at once when it is well; every one of them is shown, logged and run. */
const mostCalls = 256;
/** The names that are offered are much shorter. */
const longestName = 256;

type CallEvent = ModelEvent & {readonly type: 'calling' | 'tool-call'};

const garbled = (message: string): ModelTrouble => ({
	kind: 'garbled',
	failure: {
		code: 'garbled',
		message,
		hint: 'Nothing was run. Ask for less at once, or choose another model with /model.',
	},
});

/** Looks at the calls of one answer as they arrive; what it returns is why the answer is of no use. */
export const createCallLimits = (model: string): ((event: CallEvent) => ModelTrouble | undefined) => {
	let calls = 0;
	return ({type, modelName}) => {
		calls += type === 'tool-call' ? 1 : 0;
		if (calls > mostCalls) {
			return garbled(`${model} asked for more than ${mostCalls} tool calls in one answer.`);
		}
		return modelName.length > longestName
			? garbled(`${model} called a tool by a name of more than ${longestName} characters.`)
			: undefined;
	};
};
