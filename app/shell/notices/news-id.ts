/** The place at the foot of every page where optional news is stacked. */
export const newsId = 'news'
