import {expect, it} from 'vitest';
import {ToolTimeout, withTimeLimit} from '../../../source/core/toolbox/limit-tool-time.ts';
import {createWaitingTool} from '../../helpers/served-toolbox.ts';

const never = new AbortController().signal;

it('ends a call that takes too long, and tells the tool', async () => {
	const {tool, aborted} = createWaitingTool();
	const outcome = await withTimeLimit(tool, 5).handler({params: {}}, never);
	expect(outcome).toBeInstanceOf(ToolTimeout);
	expect(outcome).toHaveProperty(
		'message',
		'wait took longer than 0.005 seconds and was stopped. Ask for less at a time.',
	);
	expect(aborted()).toBe(1);
});

it('ends even a call that does not listen', async () => {
	const deaf = {...createWaitingTool().tool, handler: () => new Promise<never>(() => undefined)};
	expect(await withTimeLimit(deaf, 5).handler({params: {}}, never)).toBeInstanceOf(ToolTimeout);
});

it('leaves alone what is done in time, and what the caller ends', async () => {
	const {tool, release, aborted} = createWaitingTool();
	const limited = withTimeLimit(tool, 60_000);
	const calling = limited.handler({params: {}}, never);
	release();
	expect(await calling).toEqual([{type: 'text', text: 'waited'}]);
	const end = new AbortController();
	const ended = limited.handler({params: {}}, end.signal);
	end.abort();
	await ended;
	expect(aborted()).toBe(1);
});
