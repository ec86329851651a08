/** The sample files that the tour reads. Paths are relative to the folder of the demo. */
export const demoFiles: Readonly<Record<string, string>> = {
	'README.txt': 'Sample files for the tour of mcp-tui. They are written anew each time the demo starts.\n',
	'budget.csv': 'item,euro\nrent,1200\nfood,340.50\nphone,89.90\ntickets (2 x 45),90\n',
	'notes/meeting.md':
		'# Tuesday\n\n- Release on Thursday\n- Mira writes the announcement\n- Nobody touches budget.csv until then\n',
};
