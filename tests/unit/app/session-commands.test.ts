import {expect, it} from 'vitest';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {hangsAfter, type ScriptedModel, scriptModel} from '../../helpers/scripted-model.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const start = (model?: ScriptedModel) => {
	const {shelf, put} = createShelf(createTemporaryFolder());
	const harness = createAppHarness({sessions: () => shelf, ...(model === undefined ? {} : {model})});
	const said = async (text: string): Promise<string> => {
		const before = harness.app.getState().noticeCount;
		harness.app.submit(text);
		await harness.until(({noticeCount}) => noticeCount > before);
		const last = [...harness.app.getState().items, ...harness.app.getState().heldNotices].at(-1);
		return last?.type === 'notice' ? last.text : '';
	};
	return {...harness, shelf, put, said};
};

it('/new leaves for a new session', async () => {
	const {app} = start();
	app.submit('/new');
	await expect(app.exitRequested).resolves.toEqual({type: 'new'});
});

it('/resume with an id leaves for that session, and says why it cannot', async () => {
	const {app, put, said} = start();
	put('one', turnOf('q', 'r', 'a'));
	const nobody = 'There is no session "nobody". mcp-tui sessions list shows them.';
	expect((await said('/resume nobody')).replace('\n', ' ')).toBe(nobody);
	expect(await said('/resume ../one')).toContain('There is no session "../one".');
	app.submit('/resume one');
	await expect(app.exitRequested).resolves.toEqual({type: 'resume', sessionId: 'one'});
});

it('/resume alone lists the sessions where there is no window for them', async () => {
	const {put, said} = start();
	expect(await said('/resume')).toBe('There is no session yet.');
	put('one', turnOf('Where is \u001B[31mthe zebra?', 'r', 'a'));
	expect(await said('/sessions')).toBe(
		'one  Where is the zebra?\n/resume and an id goes on with one of them.',
	);
});

it('/fork leaves for a copy, and says where there is nothing to copy', async () => {
	const {app, put, said, shelf} = start();
	expect(await said('/fork')).toContain('nothing was said in it yet');
	put('one', turnOf('q', 'r', 'a'));
	app.submit('/fork one');
	const move = await app.exitRequested;
	const id = move?.type === 'resume' ? move.sessionId : expect.fail('it stays');
	expect(await shelf.list(new AbortController().signal)).toMatchObject({
		sessions: expect.arrayContaining([expect.objectContaining({sessionId: id, forkedFrom: 'one'})]),
	});
});

it.each(['resume', 'fork'])(
	'/%s says that there is no such session, whatever it was called',
	async command => {
		const {said, put} = start();
		put('one', turnOf('q', 'r', 'a'));
		for (const named of ['nope', 'x y z', '../one', 'o/ne']) {
			const answer = await said(`/${command} ${named}`);
			expect(answer).toContain(`There is no session "${named}".`);
			expect(answer).toContain('mcp-tui sessions list shows them.');
		}
	},
);

it('/resume and /fork take the beginning of an id that no other begins with', async () => {
	const {app, put, said} = start();
	put('20260101-aa', turnOf('q', 'r', 'a'));
	put('20260102-bb', turnOf('q', 'r', 'a'));
	for (const command of ['resume', 'fork']) {
		expect(await said(`/${command} 2026`)).toContain(
			'"2026" begins the ids of several sessions: 20260101-aa, 20260102-bb.',
		);
	}
	app.submit('/resume 20260102');
	await expect(app.exitRequested).resolves.toEqual({type: 'resume', sessionId: '20260102-bb'});
});

it('leaves a turn that runs only when it is told to', async () => {
	const {app, said, until} = start(scriptModel(hangsAfter()));
	app.submit('hello');
	await until(({turn}) => turn !== undefined);
	expect(await said('/new')).toBe(
		'Something is still running here. Wait for it, or type /new now to stop it.',
	);
	app.submit('/new now');
	await expect(app.exitRequested).resolves.toEqual({type: 'new'});
	await app.close();
});
