/** The four figures of the dashboard (the couple's) and of the profile (the user's own), as the gateway composes them. */
export interface StatsView {
  memoriesCreated: number;
  messagesSent: number;
  challengesCompleted: number;
  daysTogether: number;
}
