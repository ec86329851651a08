import type {BenchPart} from '../../domain/bench-part.ts';
import {type OpenSection, openSection} from './open-section.ts';
import type {Bench} from './section.ts';

type SectionEntry = {
	readonly title: string;
	readonly load: (bench: Bench, deps: Parameters<typeof openSection>[1]) => Promise<OpenSection>;
};

/** The parts of the workbench. None is loaded before it is looked at. */
export type Sections = Readonly<Partial<Record<BenchPart, SectionEntry>>>;

export const sections: Sections = {
	servers: {
		title: 'Servers',
		load: async (bench, deps) =>
			openSection((await import('../servers/servers-section.ts')).createServersSection(bench), deps),
	},
	tools: {
		title: 'Tools',
		load: async (bench, deps) =>
			openSection((await import('../tools/tools-section.ts')).createToolsSection(bench), deps),
	},
	prompts: {
		title: 'Prompts',
		load: async (bench, deps) =>
			openSection((await import('../offers/prompts-section.ts')).createPromptsSection(bench), deps),
	},
	resources: {
		title: 'Resources',
		load: async (bench, deps) =>
			openSection((await import('../offers/resources-section.ts')).createResourcesSection(bench), deps),
	},
	traffic: {
		title: 'Traffic',
		load: async (bench, deps) =>
			openSection((await import('../traffic/traffic-section.ts')).createTrafficSection(bench), deps),
	},
	assistants: {
		title: 'Assistants',
		async load(bench, deps) {
			const {createAssistantsSection} = await import('../assistants/assistants-section.ts');
			return openSection(createAssistantsSection(bench), deps);
		},
	},
	approvals: {
		title: 'Approvals',
		load: async (bench, deps) =>
			openSection((await import('../approvals/approvals-section.ts')).createApprovalsSection(bench), deps),
	},
	sessions: {
		title: 'Sessions',
		load: async (bench, deps) =>
			openSection((await import('../sessions/sessions-section.ts')).createSessionsSection(bench), deps),
	},
};
